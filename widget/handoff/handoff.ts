/** The model of `<dx-handoff>`: the newest view of one handoff, and one request per action (EMB-11, EMB-14). */
import type { HandoffView, OpenHandoff } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { RemoteView, type RemoteViewHost } from '../core/remote-view.ts';
import { Refusal } from '../session/failure.ts';
import type { Json } from '../session/reply.ts';
import { requestJson } from '../session/request.ts';
import type { Session } from '../session/session.ts';
import { webAddress } from './destination.ts';

/** The partner's server may wait for the upstream service before it responds. */
const timeoutMs = 40_000;

/**
 * Checks the members that the element relies on. The hosted page has the origin that the partner named, and never that
 * of this page: a frame of the same origin could remove its sandbox.
 */
const isView = (body: Json | null): body is Json & HandoffView =>
  typeof body?.handoff_id === 'string' &&
  Array.isArray(body.allowed_hosts) &&
  (body.url === null || isHosted(`${body.url}`, body.frame_origin));

function isHosted(url: string, origin: unknown): boolean {
  const found = webAddress(url)?.origin;
  return found === origin && found !== location.origin;
}

/** The element that shows the handoff. */
export interface HandoffHost extends RemoteViewHost {
  /** Reports to the page what the server refused. */
  refused(problem: ProblemBody): void;
}

/** Every action resolves when it is over and never rejects: `problem` and `failure` say what went wrong. */
export class Handoff extends RemoteView<HandoffView> {
  readonly #refused: (problem: ProblemBody) => void;
  readonly #loadWords: () => Promise<void> | undefined;
  #first: () => Promise<HandoffView> = () => this.read();

  constructor(session: Session, host: HandoffHost) {
    super(session, host);
    this.#refused = (problem) => host.refused(problem);
    this.#loadWords = () => host.loadWords?.();
  }

  /** Opens a handoff for an order. */
  open(body: OpenHandoff): Promise<void> {
    return this.#begin(() => this.#request('POST', '', body));
  }

  /** Reads a handoff that the partner's backend has opened. */
  load(id: string): Promise<void> {
    return this.#begin(() => this.#request('GET', id));
  }

  #begin(first: () => Promise<HandoffView>): Promise<void> {
    this.#first = first;
    return this.act(first);
  }

  protected override first(): Promise<HandoffView> {
    return this.#first();
  }

  /** Asks the server to send a parked write again, or for another page. */
  async retry(): Promise<void> {
    if (this.view !== null) await this.#ask(this.view, 'preparing', 'retry');
  }

  /** Asks the server whether the request has arrived. A message of the frame starts this and proves nothing. */
  async verify(): Promise<void> {
    const { view } = this;
    if (view === null || view.state === 'verifying' || view.state === 'requested') return;
    await this.#ask(view, 'verifying', 'verify');
  }

  /** Shows the state in which the answer is awaited, and asks when the action under way is over. */
  async #ask(view: HandoffView, state: HandoffView['state'], path: 'retry' | 'verify'): Promise<void> {
    this.view = { ...view, state };
    this.changed();
    await this.running;
    await this.act(() => this.#request('POST', `${view.handoff_id}/${path}`));
  }

  protected override read(): Promise<HandoffView> {
    return this.#request('GET', `${this.view?.handoff_id}`);
  }

  protected override pollAfterMs({ poll_after_ms }: HandoffView): number | null {
    return poll_after_ms;
  }

  /** A refusal has a panel of its own, also before the first view. */
  protected override fail(error: unknown, again: (() => void) | null, isPoll?: boolean): void {
    if (error instanceof Refusal && !this.session.signal.aborted) {
      this.problem = error.problem;
      this.#refused(error.problem);
    } else super.fail(error, again, isPoll);
  }

  async #request(method: string, path: string, body?: object): Promise<HandoffView> {
    const at = path && `/${path}`;
    const view = await requestJson(this.session, isView, { method, path: `/handoffs${at}`, body, timeoutMs });
    if (view.refusal) await this.#loadWords();
    return view;
  }
}
