/**
 * The model of `<dx-physician-order>`: the newest view of one appointment's order, and one request per action
 * (PHY-44).
 */
import type {
  ApprovalAnswer,
  EvidenceAnswer,
  PhysicianView,
  ProviderAnswer,
  SessionAnswer,
} from '../../server/contract/physician-api.ts';
import { RemoteView, type RemoteViewHost } from '../core/remote-view.ts';
import { Refusal } from '../session/failure.ts';
import type { Json } from '../session/reply.ts';
import { requestFile, requestJson } from '../session/request.ts';
import { sendFile } from '../session/send-file.ts';
import type { Session } from '../session/session.ts';

/** The partner's server may wait for the upstream service before it responds. */
const timeoutMs = 40_000;

const isView = (body: Json | null): body is Json & PhysicianView =>
  typeof body?.appointment_id === 'string' && typeof body.shows === 'object' && body.shows !== null;

/** Every action resolves when it is over and never rejects: `problem` and `failure` say what went wrong. */
export class OrderClient extends RemoteView<PhysicianView> {
  readonly #path: string;

  constructor(session: Session, host: RemoteViewHost, appointmentId: string) {
    super(session, host);
    this.#path = `/physician/appointments/${encodeURIComponent(appointmentId)}`;
  }

  /** Reads the order for the first time. */
  load = (): Promise<void> => this.act(() => this.read());
  /** Freezes an order to be read and signed. */
  prepare = (answer: ProviderAnswer): Promise<void> => {
    const { shows } = this.view ?? {};
    const replaces = shows?.step === 'presentation' ? shows.session_id : null;
    const body: SessionAnswer = { ...answer, replaces_session_id: replaces };
    return this.#actConfirmed('/session', body);
  };
  /** Signs the frozen order. */
  sign = (answer: ApprovalAnswer): Promise<void> => this.#actConfirmed('/finalize', answer);
  /** Gives the frozen order up. */
  abandon = (): Promise<void> => this.act(() => this.#post('/abandon'));
  /** Submits the uploaded document as the signed order. */
  submitEvidence = (answer: EvidenceAnswer): Promise<void> => this.#actConfirmed('/evidence', answer);
  /** Asks the server to send a parked write again. */
  retry = (): Promise<void> => this.act(() => this.#post('/retry'));

  /** Uploads a PDF to the server, which checks it. */
  upload = (file: Blob): Promise<void> =>
    this.act(() => sendFile(this.session, { path: `${this.#path}/document`, file, read: () => this.read() }));

  /**
   * @param again repeats all that the user asked for, after a failure
   * @returns the signed form, which the partner's server relays (PHY-45); null when it was refused or failed
   */
  form(again: () => void): Promise<Blob | null> {
    const path = `${this.#path}/signed-form`;
    return this.run(() => requestFile(this.session, { method: 'GET', path, timeoutMs }), again);
  }

  protected override read(): Promise<PhysicianView> {
    return requestJson(this.session, isView, { method: 'GET', path: this.#path, timeoutMs });
  }

  protected override pollAfterMs({ working }: PhysicianView): number | null {
    return working?.poll_after_ms ?? null;
  }

  protected override async recover(error: unknown): Promise<PhysicianView> {
    if (!(error instanceof Refusal) || !error.is('order_moved')) throw error;
    return this.read();
  }

  /** For what is done in a clinician's name. */
  #actConfirmed(path: string, answer: object): Promise<void> {
    return this.act(async () => {
      await this.confirmUser();
      return this.#post(path, answer);
    });
  }

  #post(path: string, body?: object): Promise<PhysicianView> {
    return requestJson(this.session, isView, { method: 'POST', path: this.#path + path, body, timeoutMs });
  }
}
