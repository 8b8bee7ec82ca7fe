/** The appointments as this page sees them: the newest of each, the one action under way, and what went wrong; the only caller of the API. */
import type {
  AppointmentView,
  AvailabilityView,
  CancelAnswer,
  RescheduleAnswer,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import type { LiveChange } from '../../server/contract/live-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asFailure, type Failure, mayPass, Refusal } from '../session/failure.ts';
import { followLive } from '../session/live.ts';
import { Polling } from '../session/polling.ts';
import type { Session } from '../session/session.ts';
import { AppointmentsApi } from './api.ts';

export interface AppointmentsStoreHost {
  changed(): void;
  failed(failure: Failure): void;
}

/** How often what stands on the page is read again although the live stream told of nothing. */
const rereadMs = 120_000;

export class AppointmentsStore {
  appointments: readonly AppointmentView[] | null = null;
  /** What the customer started, and for which appointment. */
  busy: { id: string; action: string } | null = null;
  /** What was refused, and for which. */
  problem: { id: string; body: ProblemBody } | null = null;
  failure: { error: Failure; again: (() => void) | null } | null = null;

  readonly #host: AppointmentsStoreHost;
  readonly #session: Session;
  /** Aborts when the user is gone. */
  readonly #signal: AbortSignal;
  readonly #api: AppointmentsApi;
  readonly #polling: Polling;
  #reading = false;
  #following = false;

  constructor(session: Session, host: AppointmentsStoreHost) {
    this.#host = host;
    this.#session = session;
    this.#signal = session.signal;
    this.#api = new AppointmentsApi(session);
    this.#polling = new Polling(() => this.#poll(), this.#signal);
  }

  /** Reads everything, and from then on what changes. Called again when a sign-in that had ended is renewed. */
  start(): void {
    void this.read();
    if (!this.#following) void this.#follow();
  }

  async #follow(): Promise<void> {
    this.#following = true;
    const changed = ({ kind, ref }: LiveChange) => kind === 'appointment' && void this.#hear(ref);
    await followLive(this.#session, { changed, reread: () => void this.read() });
    this.#following = false;
  }

  /** Reads everything; quietly where something is on show already. */
  async read(): Promise<void> {
    if (this.#reading || this.#signal.aborted) return;
    this.#reading = true;
    this.failure = null;
    this.#host.changed();
    try {
      this.appointments = await this.#api.list();
    } catch (error) {
      this.#fail(error, null, () => void this.read());
    }
    this.#reading = false;
    this.#waitOn();
    this.#host.changed();
  }

  /** Gives the appointment as it stands after it, or null where it was refused or failed. */
  cancel = (id: string, answer: CancelAnswer) =>
    this.#change(id, 'cancel', () => this.#api.cancel(id, answer));
  reschedule = (id: string, answer: RescheduleAnswer) =>
    this.#change(id, 'reschedule', () => this.#api.reschedule(id, answer));
  retry = (id: string) => this.#change(id, 'retry', () => this.#api.retry(id));

  availability = (id: string): Promise<AvailabilityView | null> =>
    this.#act(id, 'availability', () => this.#api.availability(id));
  results = (id: string): Promise<ResultsView['results'] | null> =>
    this.#act(id, 'results', () => this.#api.results(id));
  checkIn = (id: string): Promise<string | null> => this.#act(id, 'check_in', () => this.#api.checkIn(id));
  document = (id: string, name: 'signed-form' | 'vo2-form'): Promise<Blob | null> =>
    this.#act(id, name, () => this.#api.document(id, name));

  async #change(
    id: string,
    action: string,
    call: () => Promise<AppointmentView>,
  ): Promise<AppointmentView | null> {
    const next = await this.#act(id, action, call);
    if (next !== null) this.#adopt(next);
    return next;
  }

  /** One action at a time: a second press while the first is under way is the same press. */
  async #act<T>(id: string, action: string, call: () => Promise<T>): Promise<T | null> {
    if (this.busy !== null || this.#signal.aborted) return null;
    this.busy = { id, action };
    this.problem = null;
    this.failure = null;
    this.#polling.stop();
    this.#host.changed();
    try {
      return await call();
    } catch (error) {
      // What was open a moment ago is not any more: the picture is old.
      if (error instanceof Refusal && (error.problem.status === 409 || error.problem.status === 404))
        await this.#reread(id);
      this.#fail(error, id, null);
      return null;
    } finally {
      this.busy = null;
      this.#waitOn();
      if (!this.#signal.aborted) this.#host.changed();
    }
  }

  async #hear(id: string): Promise<void> {
    const known = this.appointments?.some((one) => one.appointment_id === id);
    await (known ? this.#reread(id) : this.read());
  }

  async #reread(id: string): Promise<void> {
    await this.#api.read(id).then(
      (fresh) => this.#adopt(fresh),
      () => {},
    );
  }

  #adopt(next: AppointmentView): void {
    if (this.#signal.aborted) return;
    this.appointments = (this.appointments ?? []).map((one) =>
      one.appointment_id === next.appointment_id ? next : one,
    );
    this.#waitOn();
    this.#host.changed();
  }

  /** Soon where a change is under way, else now and then. */
  #waitOn(): void {
    const waits =
      this.appointments?.map(({ working }) => working?.poll_after_ms).filter((ms) => ms != null) ?? [];
    if (this.appointments !== null && this.failure === null) this.#polling.next(Math.min(rereadMs, ...waits));
  }

  async #poll(): Promise<void> {
    if (this.busy !== null || this.#reading) return this.#waitOn();
    const working = this.appointments?.filter((one) => one.working !== null) ?? [];
    if (working.length > 0)
      for (const { appointment_id } of working) this.#adopt(await this.#api.read(appointment_id));
    else if (!document.hidden) {
      this.appointments = await this.#api.list();
      this.#host.changed();
    }
    this.#waitOn();
  }

  #fail(error: unknown, id: string | null, again: (() => void) | null): void {
    if (this.#signal.aborted) return;
    if (error instanceof Refusal && id !== null) {
      this.problem = { id, body: error.problem };
      return;
    }
    const failure = asFailure(error);
    this.failure = { error: failure, again: mayPass(failure) ? again : null };
    this.#host.failed(failure);
  }
}
