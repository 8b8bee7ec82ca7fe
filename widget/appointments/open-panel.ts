/** The panel below an appointment: a question, the calendar, results, or the button to the check-in page. */
import { html, type TemplateResult } from 'lit';
import type { AskedTimes, AvailabilityView, ResultsView } from '../../server/contract/appointments-api.ts';
import { askPanel } from './ask-panel.ts';
import './move-panel.ts';
import './results-panel.ts';
import { cancelWords, warnedWords } from './wording.ts';

/** What is open below one appointment. */
export type Open =
  | { action: 'cancel'; id: string }
  | { action: 'reschedule'; id: string; dates: AvailabilityView['dates']; times: AskedTimes | null }
  | { action: 'results'; id: string; results: ResultsView['results'] }
  | { action: 'check_in'; id: string };

export interface PanelDeps {
  busy: boolean;
  /** Whether the customer has seen the 24-hour warning here and it still applies. */
  warned: boolean;
  reason: string;
  write: (reason: string) => void;
  keep: () => void;
  cancel: () => void;
  move: (times: AskedTimes) => void;
  again: () => void;
  checkIn: () => void;
}

/** Draws the open panel of an appointment. Escape closes it without a change. */
export function openPanel(open: Open, deps: PanelDeps): TemplateResult {
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && deps.keep();
  return html`<div @keydown=${leave}>${inside(open, deps)}</div>`;
}

function inside(open: Open, deps: PanelDeps): TemplateResult {
  const { busy, warned, reason, write, keep } = deps;
  const question = { busy, write, keep };
  switch (open.action) {
    case 'cancel':
      return warned
        ? askPanel({ ...question, words: warnedWords.cancel, reason: null, go: deps.cancel })
        : askPanel({ ...question, words: cancelWords, reason, go: deps.cancel });
    case 'reschedule': {
      const { times } = open;
      if (!warned || times === null) return calendar(open.dates, deps);
      const go = () => deps.move(times);
      return askPanel({ ...question, words: warnedWords.reschedule, reason: null, go });
    }
    case 'results':
      return titled(
        'Your results',
        html`<dx-appointment-results .results=${open.results}></dx-appointment-results>`,
      );
    case 'check_in':
      return titled(
        'Your check-in page is ready',
        html`<div>
          <button class="primary" type="button" @click=${deps.checkIn}>Open it in a new tab</button>
        </div>`,
      );
  }
}

function calendar(dates: AvailabilityView['dates'], { busy, move, keep, again }: PanelDeps) {
  return titled(
    'Which time would suit you better?',
    html`<p>
        With this you give up the time you have. The location has to confirm the new one, and until it does none is
        fixed.
      </p>
      <dx-appointment-move
        .dates=${dates}
        .busy=${busy}
        @dx-times=${(event: CustomEvent<AskedTimes>) => move(event.detail)}
        @dx-keep=${keep}
        @dx-again=${again}
      ></dx-appointment-move>`,
  );
}

const titled = (
  title: string,
  content: TemplateResult,
) => html`<section class="panel stack ask" aria-labelledby="ask">
  <h4 id="ask" tabindex="-1">${title}</h4>
  ${content}
</section>`;
