/** Time for durable work: what time it is, and callbacks after a delay. Tests pass a clock that they move themselves. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Calls `callback` once after `delayMs`.
   * @returns cancels the call; does nothing after it
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** setTimeout runs a longer delay at once. */
const longestDelayMs = 2 ** 31 - 1;

/**
 * A clock over timers of Node that do not keep the process alive.
 * @param now milliseconds since the epoch. @default Date.now
 */
export const systemClock = (now: () => number = Date.now): Clock => ({
  now,
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, delayMs), longestDelayMs)).unref();
    return () => clearTimeout(timer);
  },
});
