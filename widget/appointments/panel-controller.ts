/**
 * Controls the panel below an appointment: one question, one calendar or one set of results at a time, and its
 * outcome.
 */
import { type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import type {
  AppointmentAction,
  AppointmentView,
  AskedTimes,
  ChangeView,
} from '../../server/contract/appointments-api.ts';
import { type Emit, emit as emitAny } from '../core/public-events.ts';
import { appointments as say, results as sayResults } from '../texts/english.ts';
import { download } from '../ui/download.ts';
import { testName } from '../ui/test-names.ts';
import { printConsents } from '../visit/signed-consents.ts';
import { calendarText } from '../visit/words.ts';
import type { AppointmentsStore } from './appointments-store.ts';
import { longestReason } from './ask-panel.ts';
import { readEarlier } from './earlier-results.ts';
import { isScreen, type Open, openPanel } from './open-panel.ts';
import type { AppointmentsDetails } from './public-types.ts';
import { momentWords } from './when-and-where.ts';
import { changeWords, lateWords, statusWords } from './words.ts';

const emit: Emit<AppointmentsDetails> = emitAny;

/** Opens and closes panels, and runs the actions of the store that they start. */
export class PanelController implements ReactiveController {
  /** The last change, and the state of the appointment after it. */
  #said: { id: string; kind: ChangeView['kind']; state: string } | null = null;
  /** The state in which each appointment was drawn last. */
  #drawn = new Map<string, string>();
  announcement = '';

  readonly #host: LitElement;
  readonly #store: () => AppointmentsStore | null;
  #open: Open | null = null;
  #reason = '';
  /** The appointment whose change is still being sent. */
  #awaited: string | null = null;
  /** Whether the customer has seen the current warning here. */
  #asked = false;
  /**
   * Opens the check-in page when the browser requires another press. The address is never put into the page (APT-57).
   */
  #openCheckIn: (() => void) | null = null;

  constructor(host: LitElement, store: () => AppointmentsStore | null) {
    this.#host = host;
    this.#store = store;
    host.addController(this);
  }

  /** The appointment that the customer has just changed; null once its state is another, or after another action. */
  get said(): { appointment: AppointmentView; kind: ChangeView['kind'] } | null {
    const said = this.#said;
    const appointment = this.#known(said?.id ?? '');
    return said && appointment && stateOf(appointment) === said.state
      ? { appointment, kind: said.kind }
      : null;
  }

  hostUpdate(): void {
    this.#announceChanges();
  }

  /** Shows the outcome of a change that was still being sent. */
  hostUpdated(): void {
    const awaited = this.#known(this.#awaited ?? '');
    if (!awaited || awaited.change?.state === 'sending') return;
    this.#awaited = null;
    void this.#settled(awaited);
  }

  #known(id: string): AppointmentView | undefined {
    return this.#store()?.view?.find((one) => one.appointment_id === id);
  }

  /** Says what has changed since the appointments were drawn, unless the customer has changed it here. */
  #announceChanges(): void {
    for (const appointment of this.#store()?.view ?? []) {
      const { appointment_id: id } = appointment;
      // News that comes during an action waits for its end: its outcome may be the news.
      if (this.#store()?.actionOf(id)) continue;
      const [before, now] = [this.#drawn.get(id), stateOf(appointment)];
      this.#drawn.set(id, now);
      if (before === undefined || before === now || this.#awaited === id) continue;
      if (this.#said?.id === id && this.#said.state === now) continue;
      this.announcement = newsOf(appointment);
      this.#leaveOutdated(appointment);
    }
  }

  /** Closes what can no longer be done, such as the choice of another time after a cancellation. The card says why. */
  #leaveOutdated({ appointment_id: id, actions }: AppointmentView): void {
    if (this.#open?.id !== id || actions.includes(this.#open.action)) return;
    const hadFocus = (this.#host.renderRoot as ShadowRoot).activeElement !== null;
    this.#close();
    if (hadFocus) void this.#focusCard(id);
  }

  clear(): void {
    this.#said = null;
    this.#drawn.clear();
    this.announcement = '';
    this.#close();
  }

  openFor(id: string): Open['action'] | null {
    return this.#open?.id === id ? this.#open.action : null;
  }

  async act(appointment: AppointmentView, action: AppointmentAction): Promise<void> {
    const { appointment_id: id } = appointment;
    const wasOpen = this.openFor(id) === action;
    this.#said = null;
    this.#close();
    if (wasOpen) return this.#host.requestUpdate();
    switch (action) {
      case 'cancel':
        return this.#show({ action, id });
      case 'reschedule':
        return this.#openCalendar(id);
      case 'results':
        return this.#openResults(id);
      case 'consents':
        return this.#openConsents(id);
      case 'check_in':
        return this.#checkIn(id);
      case 'signed_form':
        return this.#save(id, 'signed-form', 'signed-form.pdf');
      case 'vo2_form':
        return this.#save(id, 'vo2-form', 'vo2-assessment.pdf');
    }
  }

  async retry({ appointment_id: id }: AppointmentView): Promise<void> {
    const next = await this.#store()?.retry(id);
    if (!next) return;
    await this.#settled(next);
    // The button has gone.
    if (next.change?.state === 'sending') await this.#focusCard(id);
  }

  /** The panel below the card of an appointment. */
  panel(appointment: AppointmentView): TemplateResult | typeof nothing {
    const open = this.#open;
    if (open?.id !== appointment.appointment_id || isScreen(open)) return nothing;
    return this.#draw(open, appointment);
  }

  /** The screen that takes the place of the list; null while the list is shown. */
  screen(known: readonly AppointmentView[]): TemplateResult | null {
    const open = this.#open;
    if (open === null || !isScreen(open)) return null;
    const appointment = known.find((one) => one.appointment_id === open.id);
    return appointment ? this.#draw(open, appointment) : null;
  }

  #draw(open: Open, appointment: AppointmentView): TemplateResult {
    return openPanel(open, {
      appointment,
      busy: this.#store()?.busy === true || appointment.change?.state === 'sending',
      warned: this.#isWarned(open),
      reason: this.#reason,
      write: (reason) => {
        this.#reason = reason;
        this.#host.requestUpdate();
      },
      terms: this.#store()?.partner?.terms ?? null,
      keep: () => void this.#keep(open),
      cancel: () => void this.#cancel(open),
      move: (times) => open.action === 'reschedule' && void this.#move(open, times),
      again: () => void this.#openCalendar(open.id),
      print: ({ consents }) => {
        const signal = this.#store()?.session.signal;
        if (signal) printConsents(consents, signal);
      },
      checkIn: () => this.#openNow(open),
    });
  }

  /** Whether the customer has seen the warning about what is open here, and it still applies. */
  #isWarned({ id, action }: Open): boolean {
    const change = this.#known(id)?.change;
    return this.#asked && change?.state === 'warned' && change.kind === action;
  }

  /** The customer agrees only to what is on show. */
  #agreed = (open: Open): { confirm?: true } => (this.#isWarned(open) ? { confirm: true } : {});

  async #cancel(open: Open): Promise<void> {
    const reason = this.#reason.trim();
    if (reason.length > longestReason) return this.#focus('#reason');
    const answer = { ...(reason === '' ? {} : { reason }), ...this.#agreed(open) };
    const next = await this.#store()?.cancel(open.id, answer);
    if (next) await this.#settled(next);
  }

  async #move(open: Open & { action: 'reschedule' }, times: AskedTimes): Promise<void> {
    open.times = times;
    const { primary, alternates } = times;
    const next = await this.#store()?.reschedule(open.id, {
      new_requested_date: primary,
      ...(alternates.length > 0 ? { alternates } : {}),
      ...this.#agreed(open),
    });
    if (next) return this.#settled(next);
    if (!this.#store()?.problem) return this.#host.requestUpdate();
    // The calendar is outdated. The reason is in the card.
    this.#close();
    await this.#focusCard(open.id);
  }

  /** Announces the outcome of a change and moves the focus to it. */
  async #settled(appointment: AppointmentView): Promise<void> {
    const { appointment_id, change } = appointment;
    if (change === null) return;
    if (change.state === 'sending') {
      this.#awaited = appointment_id;
      this.announcement = changeWords(appointment) ?? '';
      return this.#host.requestUpdate();
    }
    if (change.state === 'warned') {
      this.#asked = true;
      this.announcement = lateWords(change.kind).texts.join(' ');
      return this.#open === null ? this.#focusCard(appointment_id) : this.#focus('#ask');
    }
    this.#close();
    if (change.state !== 'done') {
      this.announcement = changeWords(appointment) ?? '';
      return this.#focusCard(appointment_id);
    }
    this.#said = { id: appointment_id, kind: change.kind, state: stateOf(appointment) };
    this.announcement = '';
    emit(this.#host, change.kind === 'cancel' ? 'dx-canceled' : 'dx-rescheduled', { appointment_id });
    await this.#focus('#said');
  }

  async #openCalendar(id: string): Promise<void> {
    const found = await this.#store()?.availability(id);
    if (found) await this.#show({ action: 'reschedule', id, dates: found.dates, times: null });
  }

  async #openResults(id: string): Promise<void> {
    const store = this.#store();
    const results = await store?.results(id);
    if (!store || !results) return;
    const earlier = await readEarlier(store, id);
    await this.#show({ action: 'results', id, results, earlier, isCorrected: false });
  }

  /** Reads the results on show again, which the service may have corrected. @param id only those of this appointment */
  async reread(id = this.#open?.id): Promise<void> {
    const open = this.#open;
    if (open?.action !== 'results' || open.id !== id) return;
    const results = await this.#store()?.readResults(id);
    const isSame = JSON.stringify(results) === JSON.stringify(open.results);
    if (!results || isSame || this.#open !== open) return;
    this.#open = { ...open, results, isCorrected: true };
    this.announcement = sayResults('corrected');
    this.#host.requestUpdate();
  }

  async #openConsents(id: string): Promise<void> {
    const signed = await this.#store()?.consents(id);
    if (signed) await this.#show({ action: 'consents', id, consents: signed.consents });
  }

  async #checkIn(id: string): Promise<void> {
    const url = await this.#store()?.checkIn(id);
    if (url == null) return;
    if (canOpenTab()) return openTab(url);
    this.#openCheckIn = () => openTab(url);
    await this.#show({ action: 'check_in', id });
  }

  #openNow(open: Open): void {
    this.#openCheckIn?.();
    void this.#keep(open);
  }

  async #save(id: string, document: 'signed-form' | 'vo2-form', name: string): Promise<void> {
    const blob = await this.#store()?.document(id, document);
    if (blob) download(blob, name);
  }

  /** Saves the calendar file of the confirmed time. */
  async saveCalendar({ appointment_id: id, reference, visit }: AppointmentView): Promise<void> {
    const terms = this.#store()?.partner?.terms;
    const text = terms && calendarText(reference, terms, visit.preparation.length > 0);
    const body = { title: say('calendarTitle'), ...(text ? { text } : {}) };
    const file = await this.#store()?.calendar(id, body);
    if (file) download(file, 'appointment.ics');
  }

  async #show(open: Open): Promise<void> {
    this.#open = open;
    await this.#focus('#ask');
  }

  /** Closes the panel without a change and returns the focus to the button that opened it. */
  async #keep({ action, id }: Open): Promise<void> {
    this.#close();
    await this.#focus(`[aria-labelledby="name-${id}"] [data-action="${action}"]`);
  }

  #focusCard(id: string): Promise<void> {
    return this.#focus(`#name-${CSS.escape(id)}`);
  }

  #close(): void {
    this.#open = null;
    this.#asked = false;
    this.#reason = '';
    this.#openCheckIn = null;
  }

  async #focus(selector: string): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    const found = this.#host.renderRoot.querySelector<HTMLElement>(selector);
    const around = found?.closest('details');
    if (around) around.open = true;
    found?.focus();
  }
}

/** What a notice about an appointment is bound to: it goes when this changes. A request may still name the time before it. */
const stateOf = ({ status, scheduled_for, asked }: AppointmentView): string =>
  JSON.stringify([status, status !== 'requested' && scheduled_for && Date.parse(scheduled_for), asked]);

/** The new state of an appointment, to be read aloud. */
function newsOf(appointment: AppointmentView): string {
  const time = momentWords(appointment, appointment.scheduled_for) ?? '';
  return say('nowIs', {
    test: testName(appointment.test_type),
    status: statusWords(appointment).title,
    time,
  });
}

/** Whether the browser still allows a new tab for the customer's last press; true if it does not say. */
const canOpenTab = (): boolean => navigator.userActivation?.isActive ?? true;

/** A sandbox on the developer's own machine serves its pages without encryption. */
const isOfThisMachine = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/i.test(url);

/**
 * Opens an https address, or an http address of this machine. The new page gets no opener and no referrer
 * (APT-53..APT-55, T38). Any other address is ignored.
 */
function openTab(url: string): void {
  if (/^https:/i.test(url) || isOfThisMachine(url)) window.open(url, '_blank', 'noopener,noreferrer');
}
