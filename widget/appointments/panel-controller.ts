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
import { PressWatch } from '../ui/press-watch.ts';
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
  readonly #presses: PressWatch;
  readonly #store: () => AppointmentsStore | null;
  #open: Open | null = null;
  #reason = '';
  /** The appointments whose changes are still being sent, or ask something while another appointment is open. */
  readonly #awaited = new Set<string>();
  /** Whether the customer has seen the current warning here. */
  #asked = false;
  /**
   * Opens the check-in page when the browser requires another press. The address is never put into the page (APT-57).
   */
  #openCheckIn: (() => void) | null = null;

  constructor(host: LitElement, store: () => AppointmentsStore | null) {
    this.#host = host;
    this.#presses = new PressWatch(host);
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
    this.#leaveGone();
  }

  /** Shows the outcomes of changes that were still being sent. */
  hostUpdated(): void {
    for (const id of [...this.#awaited]) {
      const awaited = this.#known(id);
      if (awaited?.change?.state === 'sending' || !this.#store()?.view) continue;
      this.#awaited.delete(id);
      if (awaited) void this.#settled(awaited);
    }
  }

  #known(id: string): AppointmentView | undefined {
    return this.#store()?.view?.find((one) => one.appointment_id === id);
  }

  /** Says what has changed since the appointments were drawn, unless the customer has changed it here. */
  #announceChanges(): void {
    const news: string[] = [];
    for (const appointment of this.#store()?.view ?? []) {
      const { appointment_id: id } = appointment;
      // News that comes during an action waits for its end: its outcome may be the news.
      if (this.#store()?.actionOf(id)) continue;
      const [before, now] = [this.#drawn.get(id), stateOf(appointment)];
      this.#drawn.set(id, now);
      if (before === undefined || before === now || this.#awaited.has(id)) continue;
      if (this.#said?.id === id && this.#said.state === now) continue;
      news.push(newsOf(appointment));
      this.#leaveOutdated(appointment);
    }
    if (news.length > 0) this.announcement = news.join('. ');
  }

  /** Closes what is open of an appointment that is no longer in the list. */
  #leaveGone(): void {
    const open = this.#open;
    if (open === null || !this.#store()?.view || this.#known(open.id)) return;
    if (this.#isAt(open.id)) void this.#focus('#ahead');
    this.#close();
  }

  /** Closes what can no longer be done, such as the choice of another time after a cancellation. The card says why. */
  #leaveOutdated({ appointment_id: id, actions }: AppointmentView): void {
    if (this.#open?.id !== id || actions.includes(this.#open.action)) return;
    const hadFocus = (this.#host.renderRoot as ShadowRoot).activeElement !== null;
    this.#close();
    if (hadFocus) void this.#focus(nameOf(id));
  }

  clear(): void {
    this.#said = null;
    this.#awaited.clear();
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
    if (next.change?.state === 'sending') await this.#draw(this.#isAt(id), nameOf(id));
  }

  /** The panel below the card of an appointment. */
  panel(appointment: AppointmentView): TemplateResult | typeof nothing {
    const open = this.#open;
    if (open?.id !== appointment.appointment_id || isScreen(open)) return nothing;
    return this.#render(open, appointment);
  }

  /** The screen that takes the place of the list; null while the list is shown. */
  screen(known: readonly AppointmentView[]): TemplateResult | null {
    const open = this.#open;
    if (open === null || !isScreen(open)) return null;
    const appointment = known.find((one) => one.appointment_id === open.id);
    return appointment ? this.#render(open, appointment) : null;
  }

  #render(open: Open, appointment: AppointmentView): TemplateResult {
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
    const isThere = this.#isAt(open.id);
    this.#close();
    await this.#draw(isThere, nameOf(open.id));
  }

  /** Announces the outcome of a change, and moves the focus to it if the customer is there. */
  async #settled(appointment: AppointmentView): Promise<void> {
    const { appointment_id: id, change } = appointment;
    if (change === null) return;
    if (change.state === 'sending') {
      this.#awaited.add(id);
      this.announcement = changeWords(appointment) ?? '';
      return this.#host.requestUpdate();
    }
    const isThere = this.#isAt(id);
    const isOther = this.#open !== null && this.#open.id !== id;
    if (change.state === 'warned') {
      // One question at a time.
      if (isOther) return void this.#awaited.add(id);
      this.#asked = true;
      this.announcement = lateWords(change.kind).texts.join(' ');
      this.#open ??= openAgain(id, change);
      return this.#draw(isThere, '#ask');
    }
    if (!isOther) this.#close();
    if (change.state !== 'done') {
      this.announcement = changeWords(appointment) ?? '';
      return this.#draw(isThere, nameOf(id));
    }
    this.#said = { id, kind: change.kind, state: stateOf(appointment) };
    this.announcement = isThere ? '' : newsOf(appointment);
    emit(this.#host, change.kind === 'cancel' ? 'dx-canceled' : 'dx-rescheduled', { appointment_id: id });
    await this.#draw(isThere, '#said');
  }

  /** Whether the customer is at an appointment, or nowhere else on the page: what happens to it may take the focus. */
  #isAt(id: string): boolean {
    const { activeElement } = this.#host.renderRoot as ShadowRoot;
    if (activeElement === null || activeElement.matches('.user-view')) return this.#presses.isOurs;
    const places = this.#open?.id === id ? `.screen, ${cardOf(id)}` : cardOf(id);
    return activeElement.closest(places) !== null;
  }

  async #openCalendar(id: string): Promise<void> {
    const found = await this.#store()?.availability(id);
    if (found) await this.#show({ action: 'reschedule', id, dates: found.dates, times: null });
  }

  async #openResults(id: string): Promise<void> {
    const store = this.#store();
    const results = await store?.results(id);
    if (!store || !results) return;
    await this.#show({ action: 'results', id, results, earlier: [], isCorrected: false });
    const earlier = await readEarlier(store, id);
    const open = this.#open;
    if (open?.action !== 'results' || open.id !== id) return;
    open.earlier = earlier;
    this.#host.requestUpdate();
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
    await this.#draw(this.#presses.isOurs, '#ask');
  }

  /** Closes the panel without a change and returns the focus to the button that opened it. */
  async #keep({ action, id }: Open): Promise<void> {
    this.#close();
    await this.#focus(`${cardOf(id)} [data-action="${action}"]`);
  }

  #close(): void {
    this.#open = null;
    this.#asked = false;
    this.#reason = '';
    this.#openCheckIn = null;
  }

  /** Draws a change. @param isThere whether it takes the focus, to `selector` */
  async #draw(isThere: boolean, selector: string): Promise<void> {
    if (isThere) await this.#focus(selector);
    else this.#host.requestUpdate();
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

const cardOf = (id: string): string => `[aria-labelledby="name-${CSS.escape(id)}"]`;
const nameOf = (id: string): string => `#name-${CSS.escape(id)}`;

/** The question of a change that the customer has to agree to, after its panel was closed. */
const openAgain = (id: string, { kind, asked }: ChangeView): Open =>
  kind === 'cancel' ? { action: kind, id } : { action: kind, id, dates: null, times: asked };

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
