/** The handoff as this page sees it: the newest view, the one call under way, and what went wrong; the only caller of the API (EMB-11, EMB-14). */
import type { HandoffView, OpenHandoff } from '../../server/contract/handoff-api.ts';
import { Failure, Refusal } from '../session/failure.ts';
import { Polling } from '../session/polling.ts';
import { errorOf, type Json, jsonOf } from '../session/reply.ts';
import type { Session } from '../session/session.ts';
import { webAddress } from './destination.ts';

/** An answer may wait for the service behind the partner's server. */
const timeoutMs = 40_000;

export interface HandoffHost {
  changed(): void;
  failed(error: Failure | Refusal): void;
}

/**
 * As much of a view as all of this stands on. The hosted page is on the origin that the partner named, and never on the
 * page's own: a frame of that origin could take its sandbox off.
 */
const isView = (body: Json | null): body is Json & HandoffView =>
  typeof body?.handoff_id === 'string' &&
  Array.isArray(body.allowed_hosts) &&
  (body.url === null || isHosted(`${body.url}`, body.frame_origin));

function isHosted(url: string, origin: unknown): boolean {
  const found = webAddress(url)?.origin;
  return found === origin && found !== location.origin;
}

export class Handoff {
  view: HandoffView | null = null;
  trouble: Failure | Refusal | null = null;

  readonly #url: string;
  readonly #host: HandoffHost;
  readonly #session: Session;
  /** Aborts when the user is gone. */
  readonly #signal: AbortSignal;
  readonly #polling: Polling;
  #again = () => {};
  #acting: Promise<void> | null = null;

  constructor(session: Session, host: HandoffHost) {
    this.#url = `${session.server}/handoffs`;
    this.#host = host;
    this.#session = session;
    this.#signal = session.signal;
    this.#polling = new Polling(() => this.#poll(), this.#signal);
  }

  open(body: OpenHandoff): void {
    void this.#act('POST', '', JSON.stringify(body));
  }

  read(id = this.view?.handoff_id): void {
    if (id !== undefined) void this.#act('GET', `/${id}`);
  }

  retry(): void {
    void this.#act('POST', `/${this.view?.handoff_id}/retry`);
  }

  /** The frame's word begins this and proves nothing. */
  async verify(): Promise<void> {
    const { view } = this;
    if (view === null || view.state === 'verifying' || view.state === 'requested') return;
    this.view = { ...view, state: 'verifying' };
    this.#host.changed();
    await this.#acting;
    await this.#act('POST', `/${view.handoff_id}/verify`);
  }

  /** The call that failed, once more; where a code is named, only if it failed with that. */
  again(code = this.trouble?.message): void {
    if (this.trouble !== null && this.trouble.message === code) this.#again();
  }

  /** One at a time: a second press while the first is under way is the same press. */
  async #act(method: string, path: string, body?: string): Promise<void> {
    if (this.#acting !== null) return;
    this.trouble = null;
    this.#again = () => void this.#act(method, path, body);
    this.#polling.stop();
    this.#acting = this.#call(method, path, body).then(
      (view) => this.#adopt(view),
      (error) => this.#fail(error),
    );
    this.#host.changed();
    await this.#acting;
    this.#acting = null;
  }

  async #poll(): Promise<void> {
    const { view } = this;
    const fresh = await this.#call('GET', `/${view?.handoff_id}`).catch((error) => {
      if (this.#polling.patient()) throw error;
      this.#fail(error);
    });
    // An answer to an older question than the newest view is old.
    if (fresh && this.#acting === null && this.view === view) this.#adopt(fresh);
  }

  #adopt(view: HandoffView): void {
    if (this.#signal.aborted) return;
    this.view = view;
    if (view.poll_after_ms !== null) this.#polling.next(view.poll_after_ms);
    this.#host.changed();
  }

  #fail(error: unknown): void {
    if (this.#signal.aborted) return;
    const known = error instanceof Failure || error instanceof Refusal;
    this.trouble = known ? error : new Failure('unavailable');
    this.#host.failed(this.trouble);
    this.#host.changed();
  }

  async #call(method: string, path: string, body?: string): Promise<HandoffView> {
    const url = this.#url + path;
    const headers = { 'content-type': 'application/json' };
    const response = await this.#session.call({
      method,
      url,
      timeoutMs,
      ...(body !== undefined && { headers, body }),
    });
    if (!response.ok) throw await errorOf(response);
    const view = await jsonOf(response);
    if (!isView(view)) throw new Failure('unavailable');
    return view;
  }
}
