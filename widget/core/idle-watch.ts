/**
 * Ends a session after a time without input on the page, and warns before. It reads the clock, so a page that slept
 * ends when it wakes.
 */

/** The warning appears this long before the end, or after half of a shorter time. */
const warningMs = 60_000;
/** The longest delay of a timer in browsers. */
const longestTimerMs = 2 ** 31 - 1;
/** Input of a person; `scroll` is left out, because scripts scroll too. */
const inputs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'touchmove', 'wheel'];

/** The calls when a session is idle. */
export interface IdleListener {
  /** @param secondsLeft until the end; null when the warning is over */
  warn(secondsLeft: number | null): void;
  end(): void;
}

/** Watches the input of one session. It starts at once and ends by itself or by `stop`. */
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
    // A page that wakes has not run its timers. The listeners capture, so that nothing is requested before the check.
    for (const type of ['pageshow', 'visibilitychange']) addEventListener(type, () => this.#check(), options);
    this.#check();
  }

  /** The person stays: the time starts again. */
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

  /** After the warning, only a press on its button counts: a bumped mouse does not. */
  #input(event: Event): void {
    const still =
      event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
    if (!event.isTrusted || still || this.#warned || this.#check()) return;
    this.#activeAt = now();
  }

  /** @returns whether the session has ended */
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
/**
 * The wall clock may be set back, and the monotonic clock may stop while a machine sleeps, so the longer time counts.
 */
const elapsedMs = ({ wallMs, monotonicMs }: Instant): number =>
  Math.max(Date.now() - wallMs, performance.now() - monotonicMs);
