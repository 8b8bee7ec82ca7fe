/** The order as this page sees it: the newest view, the one call under way, and what went wrong; the only caller of the API (PHY-44). */
import type {
  ApprovalAnswer,
  EvidenceAnswer,
  PhysicianView,
  ProviderAnswer,
} from '../../server/contract/physician-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asFailure, Failure, Refusal } from '../session/failure.ts';
import { Polling } from '../session/polling.ts';
import { errorOf, type Json, jsonOf } from '../session/reply.ts';
import type { Session } from '../session/session.ts';

/** An answer may wait for the service behind the partner's server. */
const timeoutMs = 40_000;
/** 20 MiB on a slow line. */
const uploadTimeoutMs = 300_000;

export interface OrderClientHost {
  /** Makes sure that the page still names the same user; rejects when it does not. */
  confirmUser(): Promise<void>;
  changed(): void;
  failed(failure: Failure): void;
}

const isView = (body: Json | null): body is Json & PhysicianView =>
  typeof body?.appointment_id === 'string' && typeof body.shows === 'object' && body.shows !== null;

export class OrderClient {
  view: PhysicianView | null = null;
  busy = false;
  problem: ProblemBody | null = null;
  failure: Failure | null = null;

  readonly #url: string;
  readonly #host: OrderClientHost;
  readonly #session: Session;
  /** Aborts when the user is gone. */
  readonly #signal: AbortSignal;
  readonly #polling: Polling;
  #again = () => {};

  constructor(session: Session, appointmentId: string, host: OrderClientHost) {
    this.#url = `${session.server}/physician/appointments/${encodeURIComponent(appointmentId)}`;
    this.#host = host;
    this.#session = session;
    this.#signal = session.signal;
    this.#polling = new Polling(() => this.#poll(), this.#signal);
  }

  read = (): Promise<void> => this.#act(() => this.#view('GET', ''));
  prepare = (answer: ProviderAnswer): Promise<void> => this.#actConfirmed('/session', answer);
  sign = (answer: ApprovalAnswer): Promise<void> => this.#actConfirmed('/finalize', answer);
  abandon = (): Promise<void> => this.#act(() => this.#view('POST', '/abandon'));
  handIn = (answer: EvidenceAnswer): Promise<void> => this.#actConfirmed('/evidence', answer);
  retry = (): Promise<void> => this.#act(() => this.#view('POST', '/retry'));

  upload = (file: Blob): Promise<void> =>
    this.#act(async () => {
      const headers = { 'content-type': 'application/pdf' };
      const url = `${this.#url}/document`;
      const reply = await this.#session.call({
        method: 'PUT',
        url,
        headers,
        body: file,
        timeoutMs: uploadTimeoutMs,
      });
      if (!reply.ok) throw await errorOf(reply);
      return this.#view('GET', '');
    });

  /** The signed form, through the partner's server alone (PHY-45); null where it was not to be had. */
  async form(): Promise<Blob | null> {
    let form: Blob | null = null;
    await this.#act(async () => {
      const reply = await this.#session.call({ method: 'GET', url: `${this.#url}/signed-form`, timeoutMs });
      if (!reply.ok) throw await errorOf(reply);
      form = await reply.blob();
      return this.view;
    });
    return form;
  }

  /** The call that failed, once more. */
  again(): void {
    if (this.failure !== null) this.#again();
  }

  /** For what is done in a clinician's name: the page may have passed to a colleague since the last request. */
  #actConfirmed(path: string, answer: object): Promise<void> {
    return this.#act(async () => {
      await this.#host.confirmUser();
      return this.#view('POST', path, answer);
    });
  }

  /** One at a time: a second press while the first is under way is the same press. */
  async #act(action: () => Promise<PhysicianView | null>): Promise<void> {
    if (this.busy || this.#signal.aborted) return;
    this.busy = true;
    this.failure = null;
    this.problem = null;
    this.#polling.stop();
    this.#again = () => void this.#act(action);
    this.#host.changed();
    try {
      this.#adopt(await this.#mended(action));
    } catch (error) {
      this.#fail(error);
    }
    this.busy = false;
    if (!this.#signal.aborted) this.#host.changed();
  }

  /** A refusal that says our picture is old brings a new picture. */
  async #mended(action: () => Promise<PhysicianView | null>): Promise<PhysicianView | null> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof Refusal) || error.problem.code !== 'order_moved') throw error;
      return this.#view('GET', '');
    }
  }

  #adopt(view: PhysicianView | null): void {
    if (view === null || this.#signal.aborted) return;
    this.view = view;
    if (view.working !== null) this.#polling.next(view.working.poll_after_ms);
  }

  async #poll(): Promise<void> {
    try {
      const fresh = await this.#view('GET', '');
      if (!this.busy) this.#adopt(fresh);
    } catch (error) {
      if (this.#polling.patient()) throw error;
      this.#again = () => void this.read();
      this.#fail(error);
    }
    this.#host.changed();
  }

  #fail(error: unknown): void {
    if (this.#signal.aborted) return;
    if (error instanceof Refusal && this.view !== null) {
      this.problem = error.problem;
      return;
    }
    this.failure = asFailure(error);
    this.#host.failed(this.failure);
  }

  async #view(method: string, path: string, body?: object): Promise<PhysicianView> {
    const reply = await this.#session.call({
      method,
      url: this.#url + path,
      timeoutMs,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw await errorOf(reply);
    const view = await jsonOf(reply);
    if (!isView(view)) throw new Failure('unavailable');
    return view;
  }
}
