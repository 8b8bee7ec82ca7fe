/**
 * The model of `<dx-appointments>`: the newest view of each appointment, kept up to date by the live stream and by
 * polling.
 */
import type {
  AppointmentAction,
  AppointmentsView,
  AppointmentView,
  AvailabilityView,
  CalendarAnswer,
  CancelAnswer,
  CheckIn,
  RescheduleAnswer,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import type { SignedConsents } from '../../server/contract/journey-api/signed-consents.ts';
import type { LiveChange } from '../../server/contract/live-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { RemoteView } from '../core/remote-view.ts';
import { asFailure, Refusal } from '../session/failure.ts';
import { followLive } from '../session/live.ts';
import { isHidden } from '../session/platform.ts';
import type { Json } from '../session/reply.ts';
import { requestJson } from '../session/request.ts';
import { requestCalendar, requestConsents, requestForm } from '../visit/files.ts';

const readTimeoutMs = 20_000;
/** The partner's server may wait for the upstream service before it responds to a change. */
const changeTimeoutMs = 40_000;
/** How often the list is read although the live stream reports nothing. */
const rereadMs = 20_000;

/** Checks the members that the element relies on. */
const isAppointment = (body: unknown): body is AppointmentView =>
  typeof body === 'object' &&
  body !== null &&
  'appointment_id' in body &&
  'status' in body &&
  'actions' in body &&
  Array.isArray(body.actions);

const isList = (body: Json | null): body is Json & AppointmentsView =>
  Array.isArray(body?.appointments) &&
  body.appointments.every(isAppointment) &&
  typeof body.terms === 'object' &&
  body.terms !== null;
const isAvailability = (body: Json | null): body is Json & AvailabilityView =>
  body !== null && (body.dates === null || Array.isArray(body.dates));
const isResults = (body: Json | null): body is Json & ResultsView =>
  typeof body?.results === 'object' && body.results !== null && Array.isArray(body.sheets);
const isCheckIn = (body: Json | null): body is Json & CheckIn => typeof body?.url === 'string';
const isOne = (body: Json | null): body is Json & AppointmentView => isAppointment(body);

/** What is under way: an action of the view, the calendar file, or a parked change that is sent again. */
export type ActionName = AppointmentAction | 'calendar' | 'retry';

/**
 * Every action resolves with null when it was refused or failed: `problemOf` and `failure` say why. It does so at once
 * while another action is under way.
 */
export class AppointmentsStore extends RemoteView<readonly AppointmentView[]> {
  /** The action that was started last, and its appointment. */
  #action: { id: string; name: ActionName } | null = null;
  /** What the list has beside the appointments, as it was read last; null before. */
  partner: Omit<AppointmentsView, 'appointments'> | null = null;
  /** Called after an appointment changed and was read; without an id if any of them may have changed. */
  heard: (id?: string) => void = () => {};
  #loading: Promise<void> | null = null;
  #following = false;

  /** Reads all appointments and follows their changes. */
  async start(): Promise<void> {
    void this.#follow();
    await this.reload();
  }

  /** The action under way for an appointment; null when there is none. */
  actionOf(id: string): ActionName | null {
    return this.busy && this.#action?.id === id ? this.#action.name : null;
  }

  /** Why the last action for an appointment was refused; null when it was not. */
  problemOf(id: string): ProblemBody | null {
    return this.#action?.id === id ? this.problem : null;
  }

  /** Cancels an appointment. @returns its next view */
  cancel(id: string, answer: CancelAnswer): Promise<AppointmentView | null> {
    return this.#change(id, 'cancel', answer);
  }

  /** Asks for other times. @returns the next view of the appointment */
  reschedule(id: string, answer: RescheduleAnswer): Promise<AppointmentView | null> {
    return this.#change(id, 'reschedule', answer);
  }

  /** Asks the server to send a parked change again. @returns the next view of the appointment */
  retry(id: string): Promise<AppointmentView | null> {
    return this.#change(id, 'retry');
  }

  /** @returns the times that the location offers now */
  availability(id: string): Promise<AvailabilityView | null> {
    return this.#start(id, 'reschedule', () => this.#get(`/${id}/availability`, isAvailability));
  }

  /** @returns the results */
  results(id: string): Promise<ResultsView | null> {
    return this.#start(id, 'results', () => this.#get(`/${id}/results`, isResults));
  }

  /** @returns what the customer signed in the booking */
  consents(id: string): Promise<SignedConsents | null> {
    return this.#start(id, 'consents', () => requestConsents(this.session, id));
  }

  /** Reads results without an action of the customer. @returns null if they could not be read. Never rejects */
  readResults(id: string): Promise<ResultsView | null> {
    return this.#get(`/${id}/results`, isResults).catch(() => null);
  }

  /** @returns the address of the check-in page, which works once */
  async checkIn(id: string): Promise<string | null> {
    const link = await this.#start(id, 'check_in', () => this.#post(`/${id}/check-in`, isCheckIn));
    return link?.url ?? null;
  }

  /** @returns the bytes of a form */
  document(id: string, name: 'signed-form' | 'vo2-form'): Promise<Blob | null> {
    const action = name === 'signed-form' ? 'signed_form' : 'vo2_form';
    return this.#start(id, action, () => requestForm(this.session, id, name));
  }

  /** @returns the calendar file of a confirmed time. @param body what the event is called, and its description */
  calendar(id: string, body: CalendarAnswer): Promise<Blob | null> {
    return this.#start(id, 'calendar', () => requestCalendar(this.session, id, body));
  }

  /** Reads all appointments. Unlike an action, it does not hold up the customer's own actions. */
  override async reload(): Promise<void> {
    if (this.session.signal.aborted) return;
    this.#loading ??= this.#load();
    await this.#loading;
  }

  async #load(): Promise<void> {
    this.failure = null;
    this.changed();
    try {
      this.adopt(await this.#newest());
    } catch (error) {
      this.fail(asFailure(error), () => void this.reload());
    }
    this.#loading = null;
    this.changed();
  }

  /**
   * After a renewed sign-in, the stream that ended with the former one is followed again, and a list that failed is
   * read again. A customer's own action is not repeated.
   */
  override repeat(code: 'offline' | 'sign_in_ended'): void {
    if (!this.#following) void this.#follow();
    if (this.failure?.error.code === code) void this.reload();
  }

  protected override async read(): Promise<readonly AppointmentView[]> {
    const { appointments, ...partner } = await this.#get('', isList);
    this.partner = partner;
    return appointments;
  }

  protected override pollAfterMs(view: readonly AppointmentView[]): number {
    return Math.min(rereadMs, ...view.map(({ working }) => working?.poll_after_ms ?? rereadMs));
  }

  /**
   * Reads the appointments that the server is working on; if there are none, all of them, while the page is visible.
   */
  protected override async refresh(): Promise<void> {
    if (this.#loading) return;
    const working = this.view?.filter((one) => one.working !== null) ?? [];
    for (const { appointment_id } of working) this.#replace(await this.#newestOf(appointment_id));
    if (working.length === 0 && !isHidden()) this.adopt(await this.#newest());
  }

  /** Reads all appointments, again if one of them was adopted meanwhile: the list may be older. */
  async #newest(): Promise<readonly AppointmentView[]> {
    for (;;) {
      const { view } = this;
      const list = await this.read();
      if (this.view === view) return list;
    }
  }

  /** Reads an appointment, again if it was adopted meanwhile: what was read may be older. */
  async #newestOf(id: string): Promise<AppointmentView> {
    for (;;) {
      const known = this.#known(id);
      const one = await this.#get(`/${id}`, isOne);
      if (this.#known(id) === known) return one;
    }
  }

  #known(id: string): AppointmentView | undefined {
    return this.view?.find((one) => one.appointment_id === id);
  }

  /** A list that was read before stays useful. */
  protected override get showsPollFailures(): boolean {
    return false;
  }

  async #follow(): Promise<void> {
    this.#following = true;
    const changed = ({ kind, ref }: LiveChange) => kind === 'appointment' && void this.#onChange(ref);
    const reread = () => {
      void this.reload();
      this.heard();
    };
    await followLive(this.session, { changed, reread });
    this.#following = false;
  }

  async #onChange(id: string): Promise<void> {
    await (this.#known(id) ? this.#reread(id) : this.reload());
    this.heard(id);
  }

  async #change(
    id: string,
    action: 'cancel' | 'reschedule' | 'retry',
    answer?: object,
  ): Promise<AppointmentView | null> {
    const next = await this.#start(id, action, async () => {
      if (answer !== undefined) await this.confirmUser();
      return this.#post(`/${id}/${action}`, isOne, answer);
    });
    if (next !== null) this.#replace(next);
    return next;
  }

  /** A refusal may mean that the view is outdated: it is read again, and the refusal is shown with the newest view. */
  #start<R>(id: string, name: ActionName, call: () => Promise<R>): Promise<R | null> {
    if (!this.busy) this.#action = { id, name };
    return this.run(async () => {
      try {
        return await call();
      } catch (error) {
        if (error instanceof Refusal && [404, 409].includes(error.problem.status)) await this.#reread(id);
        throw error;
      }
    }, null);
  }

  async #reread(id: string): Promise<void> {
    await this.#newestOf(id).then(
      (fresh) => this.#replace(fresh),
      () => {},
    );
  }

  #replace(next: AppointmentView): void {
    const { appointment_id: id } = next;
    this.adopt((this.view ?? []).map((one) => (one.appointment_id === id ? next : one)));
  }

  #get<R>(path: string, fits: (body: Json | null) => body is Json & R): Promise<R> {
    return requestJson(this.session, fits, {
      method: 'GET',
      path: `/appointments${path}`,
      timeoutMs: readTimeoutMs,
    });
  }

  #post<R>(path: string, fits: (body: Json | null) => body is Json & R, body?: object): Promise<R> {
    return requestJson(this.session, fits, {
      method: 'POST',
      path: `/appointments${path}`,
      body,
      timeoutMs: changeTimeoutMs,
    });
  }
}
