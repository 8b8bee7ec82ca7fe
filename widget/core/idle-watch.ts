/** Ends a session after a time without input on the page, and warns before. Reads the clock, so that a page that was asleep ends as it wakes. */

/** The warning comes this long before the end, or at half of a shorter time. */
const warningMs = 60_000;
/** Timers hold no longer wait. */
const longestTimerMs = 2 ** 31 - 1;
/** Input of a person; `scroll` is left out, because scripts scroll too. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'touchmove', 'wheel'];

export interface IdleListener {
  /** @param secondsLeft until the end; null when the warning is over */
  warn(secondsLeft: number | null): void;
  end(): void;
}

export class IdleWatch {
  readonly #timeoutMs: number;
  readonly #listener: IdleListener;
  readonly #life = new AbortController();
  #activeAt = now();
  #warned = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param timeoutSeconds how long the page may be without input; more than 0 */
  constructor(timeoutSeconds: number, listener: IdleListener) {
    this.#timeoutMs = timeoutSeconds * 1000;
    this.#listener = listener;
    const { signal } = this.#life;
    const options = { signal, capture: true, passive: true };
    for (const type of inputs) addEventListener(type, (event) => this.#input(event), options);
    // A page that wakes has not run its timers. Captured, so that nothing is requested before the check.
    for (const type of ['pageshow', 'visibilitychange']) addEventListener(type, () => this.#check(), options);
    this.#check();
  }

  /** The person stays: the time begins again. */
  stay(): void {
    if (this.#check()) return;
    this.#activeAt = now();
    this.#check();
  }

  stop(): void {
    this.#life.abort();
    clearTimeout(this.#timer);
    if (this.#warned) this.#warn(null);
  }

  /** Once warned, a person stays by a press on the warning: a bumped mouse is not enough. */
  #input(event: Event): void {
    const still =
      event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    if (!event.isTrusted || still || this.#warned || this.#check()) return;
    this.#activeAt = now();
  }

  /** @returns whether the time is over */
  #check(): boolean {
    clearTimeout(this.#timer);
    if (this.#life.signal.aborted) return true;
    const leftMs = this.#timeoutMs - elapsedMs(this.#activeAt);
    if (leftMs <= 0) {
      this.stop();
      this.#listener.end();
      return true;
    }
    const warnMs = leftMs - Math.min(warningMs, this.#timeoutMs / 2);
    if (warnMs <= 0) this.#warn(Math.ceil(leftMs / 1000));
    else if (this.#warned) this.#warn(null);
    const nextMs = warnMs > 0 ? warnMs : leftMs % 1000 || 1000;
    this.#timer = setTimeout(() => this.#check(), Math.min(nextMs, longestTimerMs));
    return false;
  }

  #warn(secondsLeft: number | null): void {
    this.#warned = secondsLeft !== null;
    this.#listener.warn(secondsLeft);
  }
}

interface Instant {
  wallMs: number;
  monotonicMs: number;
}
const now = (): Instant => ({ wallMs: Date.now(), monotonicMs: performance.now() });
/** The wall clock may be set back, and the monotonic one may stop while a machine sleeps: the longer time counts. */
const elapsedMs = ({ wallMs, monotonicMs }: Instant): number =>
  Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
