/**
 * The model under every element: the newest view of one resource on the partner's server, the one action under way, and
 * what went wrong. It needs no framework. Each element's model adds the requests of its own resource.
 */
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asFailure, Failure, type FailureCode, mayPass, Refusal } from '../session/failure.ts';
import type { Session } from '../session/session.ts';

/** Bounds of the time between two polls. Each poll that fails doubles it. */
const shortestPollMs = 300;
const longestPollMs = 20_000;
/** This many polls in a row may fail before the user sees it. */
const quietFailures = 3;
/** The first pause of a page that keeps trying. */
const reopenMs = 5_000;
/** Failures of the way to the server, or of what the server needs. */
const reopened: readonly FailureCode[] = ['offline', 'timeout', 'unavailable'];

/** The element that shows the view. */
export interface RemoteViewHost {
  /** The view, the action under way or what went wrong has changed: draw it again. */
  changed(): void;
  /** Reports a failure to the page. */
  failed(failure: Failure): void;
  /** Loads the words for refusals, before one is shown. Never rejects. @default there are no words */
  loadWords?(): Promise<void>;
  /** Makes sure that the page still names the same user; rejects when it does not. @default not checked */
  confirmUser?(): Promise<void>;
  /** Whether the first view is requested again and again after a failure that may pass. @default false */
  keepsTrying?: boolean;
}

/** A failure on show. `again` repeats the request that failed; null when only a reload of the page can help. */
export interface ViewFailure {
  error: Failure;
  again: (() => void) | null;
  /** Whether the page tries to read the view by itself as well. It stays on show meanwhile. @default false */
  keepsTrying?: boolean;
}

/**
 * @returns the action of a failure's only button: the same request again if it may succeed, else a reload of the page
 */
export const pressOf = ({ error, again }: ViewFailure): (() => void) =>
  mayPass(error) && again !== null ? again : () => location.reload();

/** Everything ends when the session's user is gone: requests, polling and calls of the host. */
export abstract class RemoteView<T> {
  /** The newest view; null before the first response. */
  view: T | null = null;
  /** Why the server did not accept the last action; null when it did. */
  problem: ProblemBody | null = null;
  /** Why the last request failed; null when it did not. */
  failure: ViewFailure | null = null;

  readonly session: Session;
  /** Settles when the action under way is over; null when there is none. */
  protected running: Promise<unknown> | null = null;
  readonly #host: RemoteViewHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failedPolls = 0;
  /** The action under way has its view, and its end draws both at once. */
  #isEnding = false;

  constructor(session: Session, host: RemoteViewHost) {
    this.session = session;
    this.#host = host;
    session.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Whether an action is under way. */
  get busy(): boolean {
    return this.running !== null;
  }

  /** Reads the view from the server. */
  protected abstract read(): Promise<T>;

  /** Reads the first view. */
  protected first(): Promise<T> {
    return this.read();
  }

  /** How long to wait before the view is read again, in milliseconds; null when the server is not working on it. */
  protected abstract pollAfterMs(view: T): number | null;

  /** Reads the view again, as an action. Does nothing before the first view. */
  async reload(): Promise<void> {
    if (this.view !== null) await this.act(() => this.read());
  }

  /** Repeats the request that failed, if it failed with this code: its cause is gone. */
  repeat(code: 'offline' | 'sign_in_ended'): void {
    if (this.failure?.error.code === code) this.failure.again?.();
  }

  /**
   * Runs an action whose response is the next view. Never rejects.
   * @param request may run again when the user presses "Try again"
   */
  protected async act(request: () => Promise<T>): Promise<void> {
    await this.run(async () => {
      const view = await request().catch((error) => this.recover(error));
      this.#isEnding = true;
      this.adopt(view);
    });
  }

  /**
   * Runs one action at a time: a second press while the first is under way is the same press. Never rejects.
   * @param again repeats the action after a failure
   * @returns its result; null when it was refused, when it failed, or when another action is under way
   */
  async run<R>(
    request: () => Promise<R>,
    again: (() => void) | null = () => void this.run(request),
  ): Promise<R | null> {
    if (this.busy) return null;
    this.problem = null;
    this.failure = null;
    this.#failedPolls = 0;
    const running = this.#perform(request, again);
    this.running = running;
    this.changed();
    return running;
  }

  /** Call it before what is done in the user's name: someone else may use the page since the last request. */
  protected async confirmUser(): Promise<void> {
    await this.#host.confirmUser?.();
  }

  /**
   * The view that takes the place of an outdated one.
   * @throws the error itself, unless it is a refusal that says that the view is outdated
   */
  protected recover(error: unknown): Promise<T> {
    throw error;
  }

  /** Takes a view from the server. */
  protected adopt(view: T): void {
    if (this.view === null || this.failure?.keepsTrying) this.failure = null;
    this.view = view;
    if (!this.#isEnding) this.changed();
  }

  /** Reads the view between two actions. A view that is older than one adopted meanwhile is dropped. */
  protected async refresh(): Promise<void> {
    const { view } = this;
    const fresh = await (view === null ? this.first() : this.read());
    if (!this.busy && this.view === view) this.adopt(fresh);
  }

  /** Whether the user sees that polls fail. */
  protected get showsPollFailures(): boolean {
    return true;
  }

  /**
   * Keeps what went wrong, to be shown. Before the first view there is no place for a refusal, so it is a failure.
   * @param isPoll whether it was a read that the page makes by itself, and goes on making
   */
  protected fail(error: unknown, again: (() => void) | null, isPoll = false): void {
    if (this.session.signal.aborted) return;
    if (error instanceof Refusal && this.view !== null) {
      this.problem = error.problem;
      return;
    }
    const failure = asFailure(error);
    const isFirst = this.#host.keepsTrying === true && this.view === null;
    const keepsTrying = (isFirst || isPoll) && reopened.includes(failure.code);
    this.failure = { error: failure, again, keepsTrying };
    this.#host.failed(failure);
  }

  /** Lets the element draw, and plans the next poll: none after a failure of what only the user can repeat. */
  protected changed(): void {
    if (this.session.signal.aborted) return;
    clearTimeout(this.#timer);
    const afterMs = this.#nextPollAfterMs;
    if (afterMs !== null) {
      const delayMs = Math.min(longestPollMs, Math.max(shortestPollMs, afterMs) * 2 ** this.#failedPolls);
      this.#timer = setTimeout(() => void this.#poll(), delayMs);
    }
    this.#host.changed();
  }

  get #nextPollAfterMs(): number | null {
    if (this.failure !== null) return this.failure.keepsTrying ? reopenMs : null;
    return this.view === null ? null : this.pollAfterMs(this.view);
  }

  async #perform<R>(request: () => Promise<R>, again: (() => void) | null): Promise<R | null> {
    try {
      return await request();
    } catch (error) {
      await this.#prepareFor(error);
      this.fail(error, again);
      return null;
    } finally {
      this.running = null;
      this.#isEnding = false;
      this.changed();
    }
  }

  async #prepareFor(error: unknown): Promise<void> {
    if (error instanceof Refusal) await this.#host.loadWords?.();
  }

  /** The end of an action plans the next poll, so a poll that meets an action ends. */
  async #poll(): Promise<void> {
    if (this.busy) return;
    try {
      await this.refresh();
      this.#failedPolls = 0;
    } catch (error) {
      await this.#prepareFor(error);
      this.#failedPolls += 1;
      if (!this.busy) this.#pollFailed(error);
    }
    this.changed();
  }

  #pollFailed(error: unknown): void {
    const { failure } = this;
    if (failure?.keepsTrying) {
      if (asFailure(error).code === failure.error.code) return;
      this.failure = null;
      this.fail(error, failure.again, true);
      return;
    }
    const isQuiet = error instanceof Failure && mayPass(error) && this.#failedPolls <= quietFailures;
    if (!isQuiet && this.showsPollFailures) this.fail(error, () => void this.reload(), true);
  }
}
