/**
 * The time for durable work: the current time, and callbacks after a delay. Tests pass a clock that they advance
 * themselves.
 */

/** The current time, and callbacks after a delay. */
export interface Clock {
  /** The current time in milliseconds since the epoch. */
  now(): number;
  /**
   * Calls `callback` once after `delayMs`.
   * @returns cancels the call; does nothing once it was made
   */
  after(delayMs: number, callback: () => void): () => void;
}

/** setTimeout runs a callback with a longer delay at once. */
const longestDelayMs = 2 ** 31 - 1;

/**
 * Creates a clock on Node's timers. The timers do not keep the process alive. A delay over 24 days ends after 24 days.
 * @param now milliseconds since the epoch. @default Date.now
 */
export const systemClock = (now: () => number = Date.now): Clock => ({
  now,
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, delayMs), longestDelayMs)).unref();
    return () => clearTimeout(timer);
  },
});
