/** The panel of an action: below the card, or a screen in place of the list. */
import { html, type TemplateResult } from 'lit';
import type {
  AppointmentView,
  AskedTimes,
  AvailabilityView,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import type { PartnerTerms } from '../../server/contract/partner-terms.ts';
import { appointments as say, results as sayResults, signed as saySigned } from '../texts/english.ts';
import { fullDate, lineStart } from '../ui/format.ts';
import { icon } from '../ui/icon.ts';
import { icons } from '../ui/later-icons.ts';
import { testName } from '../ui/test-names.ts';
import { askPanel, question } from './ask-panel.ts';
import './move-panel.ts';
import './results-panel.ts';
import { signedConsents } from '../visit/signed-consents.ts';
import { paymentAfter } from '../visit/visit.ts';
import type { EarlierResults } from './earlier-results.ts';
import { addressLines, momentWords, scheduledAt } from './when-and-where.ts';
import { cancelWords, lateWords } from './words.ts';

/** The open panel of one appointment. */
export type Open =
  | { action: 'cancel'; id: string }
  | { action: 'reschedule'; id: string; dates: AvailabilityView['dates']; times: AskedTimes | null }
  | {
      action: 'results';
      id: string;
      results: ResultsView;
      earlier: readonly EarlierResults[];
      /** Whether the results have changed since the customer opened them. */
      isCorrected: boolean;
    }
  | ({ action: 'consents'; id: string } & SignedConsents)
  | { action: 'check_in'; id: string };

/** The actions that open a screen in place of the list. */
export const isScreen = ({ action }: Open): boolean =>
  action === 'reschedule' || action === 'results' || action === 'consents';

/** The content and callbacks of an open panel. */
export interface PanelDeps {
  appointment: AppointmentView;
  busy: boolean;
  /** Whether the customer has seen the 24-hour warning here and it still applies. */
  warned: boolean;
  reason: string;
  /** The partner's texts about money; null before they are read. */
  terms: PartnerTerms | null;
  write: (reason: string) => void;
  /** Closes without a change. */
  keep: () => void;
  cancel: () => void;
  move: (times: AskedTimes) => void;
  /** Reads the calendar again. */
  again: () => void;
  /** Prints what the customer signed. */
  print: (signed: SignedConsents) => void;
  /** Opens the check-in page. */
  checkIn: () => void;
}

/**
 * Draws what is open for an appointment. Escape closes it without a change, unless one is being sent. It does not also close a
 * dialog of the page around the element.
 */
export function openPanel(open: Open, deps: PanelDeps): TemplateResult {
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || deps.busy) return;
    event.preventDefault();
    event.stopPropagation();
    deps.keep();
  };
  return html`<div @keydown=${leave}>${inside(open, deps)}</div>`;
}

function inside(open: Open, deps: PanelDeps): TemplateResult {
  const { appointment, busy, warned, reason, write, keep, cancel } = deps;
  switch (open.action) {
    case 'cancel': {
      const words = warned ? lateWords('cancel') : cancelWords(appointment);
      const about = termsWords(deps.terms);
      return askPanel({ words, about, busy, reason: warned ? null : reason, write, keep, go: cancel });
    }
    case 'reschedule':
      return moveScreen(open, deps);
    case 'results':
      return resultsScreen(open, deps);
    case 'consents':
      return consentsScreen(open, deps);
    case 'check_in':
      return html`<section class="panel stack ask" aria-labelledby="ask">
        <h4 id="ask" tabindex="-1">${say('checkInReady')}</h4>
        <div>
          <button class="primary" type="button" @click=${deps.checkIn}>${say('checkInOpen')}</button>
        </div>
      </section>`;
  }
}

function moveScreen(
  { dates, times }: Extract<Open, { action: 'reschedule' }>,
  { appointment, busy, warned, terms, write, keep, move, again }: PanelDeps,
): TemplateResult {
  if (warned && times !== null) {
    const words = lateWords('reschedule');
    const go = () => move(times);
    return screen(
      words.title,
      null,
      keep,
      question({ words, about: termsWords(terms), busy, reason: null, write, keep, go }),
    );
  }
  const time = momentWords(appointment, appointment.scheduled_for);
  return screen(
    say('moveHeading'),
    testName(appointment.test_type),
    keep,
    html`<p class="note">
        ${icon(icons.note)}<span>${time === null ? say('moveTextShort') : say('moveText', { time })}</span>
      </p>
      ${appointment.within_24_hours ? html`<div class="stack"><p>${say('lateSoon')}</p>${termsWords(terms)}</div>` : null}
      <dx-appointment-move
        .dates=${dates}
        .timezone=${appointment.location?.timezone ?? null}
        .busy=${busy}
        @dx-times=${(event: CustomEvent<AskedTimes>) => move(event.detail)}
        @dx-keep=${keep}
        @dx-again=${again}
      ></dx-appointment-move>`,
  );
}

/** What canceling or changing costs, in the partner's words, and whom to call. */
const termsWords = (terms: PartnerTerms | null) =>
  terms && html`<div>${paymentAfter({ refund: terms.cancellation }, terms)}</div>`;

function resultsScreen(
  { results, earlier, isCorrected }: Extract<Open, { action: 'results' }>,
  { appointment, keep }: PanelDeps,
): TemplateResult {
  const heading = sayResults('heading', { test: testName(appointment.test_type) });
  const at = scheduledAt(appointment);
  const about = [
    at === null ? '' : lineStart(fullDate(at.text)),
    addressLines(appointment)?.join(', ') ?? '',
  ];
  const lines = about.filter((line) => line !== '');
  return screen(
    heading,
    html`${lines.map((line) => html`<span class="line"><bdi>${line}</bdi></span>`)}`,
    keep,
    html`${isCorrected ? html`<p class="note">${icon(icons.note)}<span>${sayResults('corrected')}</span></p>` : null}
    <dx-appointment-results
      .view=${results}
      .earlier=${earlier}
      .heading=${heading}
      .about=${lines}
    ></dx-appointment-results>`,
  );
}

function consentsScreen(
  open: Extract<Open, { action: 'consents' }>,
  { appointment, keep, print }: PanelDeps,
): TemplateResult {
  const button = html`<div>
    <button type="button" @click=${() => print(open)}>${saySigned('print')}</button>
  </div>`;
  return screen(
    saySigned('heading'),
    testName(appointment.test_type),
    keep,
    html`${button} ${signedConsents(open.consents)}`,
  );
}

function screen(
  title: string,
  lead: string | TemplateResult | null,
  back: () => void,
  content: TemplateResult,
): TemplateResult {
  return html`<section class="screen" aria-labelledby="ask">
    <div>
      <button class="tertiary flush back" type="button" @click=${back}>${icon('back')}${say('back')}</button>
      <h2 id="ask" tabindex="-1">${title}</h2>
      ${lead === null ? null : html`<p class="lead">${lead}</p>`}
    </div>
    ${content}
  </section>`;
}
