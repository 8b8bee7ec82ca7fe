/** `<dx-appointments>`: the customer's appointments from both flows, and what the customer can do with them. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { AppointmentView } from '../../server/contract/appointments-api.ts';
import { PartnerElement, userStyles } from '../core/partner-element.ts';
import { pressOf, type RemoteViewHost } from '../core/remote-view.ts';
import { UserPanel } from '../core/user-panel.ts';
import { mayPass } from '../session/failure.ts';
import { failureWords } from '../session/failure-words.ts';
import type { Session } from '../session/session.ts';
import { appointments as say, slow } from '../texts/english.ts';
import { appointmentsFiles } from '../texts/language-files.ts';
import { define } from '../ui/define.ts';
import { shortMoment } from '../ui/format.ts';
import { icon } from '../ui/icon.ts';
import { icons } from '../ui/later-icons.ts';
import { notice, noticeLines } from '../ui/notice.ts';
import '../ui/registered-size.ts';
import { skeleton } from '../ui/skeleton.ts';
import { testName } from '../ui/test-names.ts';
import { paymentAfter } from '../visit/visit.ts';
import { AppointmentsStore } from './appointments-store.ts';
import { type Card, card, linkTo } from './card.ts';
import { PanelController } from './panel-controller.ts';
import type { AppointmentsProperties } from './public-types.ts';
import { styles } from './styles.ts';
import { momentWords } from './when-and-where.ts';
import { isAhead, statusWords } from './words.ts';

/**
 * `AppointmentsProperties` documents its properties, `AppointmentsDetails` its events, widget/styling.md its parts.
 */
export class Appointments extends PartnerElement<AppointmentsStore> implements AppointmentsProperties {
  static override styles = [styles, userStyles];
  static override readonly languageFiles = appointmentsFiles;
  static override readonly userPanel = async () => UserPanel;

  readonly #panels = new PanelController(this, () => this.model);

  protected override open(session: Session, host: RemoteViewHost): AppointmentsStore {
    const store = new AppointmentsStore(session, host);
    store.heard = (id) => void this.#panels.reread(id);
    void store.start();
    return store;
  }

  protected override clear(): void {
    this.#panels.clear();
  }

  protected override refreshView(): void {
    if (document.hidden) return;
    void this.model?.reload();
    void this.#panels.reread();
  }

  protected override cameOnline(): void {
    this.refreshView();
  }

  protected override renderView() {
    const known = this.model?.view ?? null;
    return html`<div class="frame" part="frame">
      ${this.#renderFailure()} ${this.#renderSaid()}
      ${known === null ? this.#renderWaiting() : this.#renderAll(known)} ${this.renderHelp(this.model?.partner?.terms.contact)}
      <p class="visually-hidden" aria-live="polite">${this.#panels.announcement}</p>
    </div>`;
  }

  protected override get waits(): boolean {
    return this.failure === null && (this.model?.view ?? null) === null;
  }

  #renderWaiting() {
    if (!this.waits) return nothing;
    return skeleton(say('loading'), ['heading', 'card', 'card', 'line'], this.slow.words(slow('loading')));
  }

  #renderAll(known: readonly AppointmentView[]): TemplateResult {
    const screen = this.#panels.screen(known);
    if (screen !== null) return screen;
    const { withResults, ahead, past } = sorted(known);
    const { has_unreadable: isIncomplete, terms } = this.model?.partner ?? {};
    const text = say('unreadable');
    return html`
      ${isIncomplete ? notice('alert', noticeLines({ text, contact: terms?.contact })) : nothing}
      ${this.#renderGroup('results', say('resultsHeading'), withResults)}
      <section class="group" aria-labelledby="ahead">
        <h2 id="ahead" tabindex="-1">${say('upcomingHeading')}</h2>
        ${ahead.length > 0 || isIncomplete ? nothing : this.#renderNone(known)}
        ${this.#renderCards(ahead, (at) => (at === 0 ? 'next' : 'later'))}
      </section>
      ${this.#renderGroup('past', say('pastHeading'), past)}
    `;
  }

  /** A canceled one has its own way to a new booking, which knows the test. */
  #renderNone(known: readonly AppointmentView[]): TemplateResult {
    const url = this.model?.partner?.booking_url;
    return html`<p>${known.length > 0 ? say('noneUpcoming') : say('none')}</p>
      ${url && !known.some(({ canceled }) => canceled) ? linkTo(url, say('book')) : nothing}`;
  }

  #renderGroup(size: 'results' | 'past', heading: string, shown: readonly AppointmentView[]) {
    if (shown.length === 0) return nothing;
    return html`<section class="group ${size}" aria-labelledby=${size}>
      <h2 id=${size}>${heading}</h2>
      ${this.#renderCards(shown, () => size)}
    </section>`;
  }

  /** A card stays the same one when others come before it: with its focus and its open details. */
  #renderCards(shown: readonly AppointmentView[], sizeAt: (index: number) => Card['size']) {
    const idOf = ({ appointment_id: id }: AppointmentView) => id;
    return repeat(shown, idOf, (appointment, at) => this.#renderCard(appointment, sizeAt(at)));
  }

  #renderCard(appointment: AppointmentView, size: Card['size']) {
    const { model } = this;
    const panels = this.#panels;
    const { appointment_id: id } = appointment;
    return card({
      appointment,
      size,
      busy: model?.actionOf(id) ?? null,
      held: model?.busy === true,
      problem: model?.problemOf(id) ?? null,
      open: panels.openFor(id),
      panel: panels.panel(appointment),
      act: (action) => void panels.act(appointment, action),
      partner: model?.partner ?? null,
      saveCalendar: () => void panels.saveCalendar(appointment),
      retry: () => void panels.retry(appointment),
    });
  }

  #renderSaid() {
    const { said } = this.#panels;
    if (said === null) return nothing;
    const { appointment, kind } = said;
    const { canceled, scheduled_for, change, test_type } = appointment;
    // The response to a request for another time still has the old one.
    const asked = change?.asked ?? appointment.asked;
    const lost = kind === 'cancel' ? momentWords(appointment, scheduled_for) : null;
    const time = lost ?? (asked && shortMoment(asked.primary));
    const terms = this.model?.partner?.terms;
    return html`<div class="note done" tabindex="-1" id="said">
      ${icon(icons.check)}
      <div>
        <p>${kind === 'cancel' ? statusWords(appointment).title : say('movedNow')}</p>
        <p class="quiet">${[testName(test_type), time].filter(Boolean).join(', ')}</p>
        ${canceled && terms ? paymentAfter(canceled, terms) : nothing}
      </div>
    </div>`;
  }

  #renderFailure() {
    const { failure } = this;
    if (failure === null) return nothing;
    const words = failureWords(failure.error, failure.keepsTrying);
    // A failed action is repeated where it was started.
    const helps = failure.again !== null || !mayPass(failure.error);
    const lines = { ...words, button: helps ? words.button : null, press: pressOf(failure) };
    return notice('alert', noticeLines(lines), 'alert', 'failed');
  }
}

/** Results come first. More than these would push the next appointment off the screen; older ones are past. */
const mostResults = 3;

interface Sorted {
  withResults: AppointmentView[];
  ahead: AppointmentView[];
  past: AppointmentView[];
}

/** Sorts future appointments, the next one first. The others keep the order of the server: newest first. */
function sorted(known: readonly AppointmentView[]): Sorted {
  const ahead = known.filter(isAhead).toSorted((a, b) => momentOf(a) - momentOf(b));
  const over = known.filter((appointment) => !isAhead(appointment));
  const withResults = over.filter(isNewResult).slice(0, mostResults);
  return { withResults, ahead, past: over.filter((one) => !withResults.includes(one)) };
}

const isNewResult = ({ actions, status }: AppointmentView): boolean =>
  actions.includes('results') && status !== 'completed';

/** A confirmed time counts before a requested one, and both before none. */
function momentOf({ scheduled_for, asked }: AppointmentView): number {
  if (scheduled_for !== null) return Date.parse(scheduled_for) || Number.MAX_SAFE_INTEGER;
  return asked === null ? Number.MAX_SAFE_INTEGER : Date.parse(asked.primary) || Number.MAX_SAFE_INTEGER;
}

define('dx-appointments', Appointments);
declare global {
  interface HTMLElementTagNameMap {
    'dx-appointments': Appointments;
  }
}
