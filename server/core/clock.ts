/**
 * The time of the server: the current time, and calls after a delay. The server starts no timer beside it, except for
 * the time-outs of connections. Tests pass a clock that they advance themselves.
 */

/** The current time, and calls after a delay. */
export interface Clock {
  /** The current time in milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since an arbitrary time. They pass evenly, also while the system's clock is set. */
  elapsed(): number;
  /**
   * Calls `callback` once after `delayMs`. Does not keep the process alive.
   * @returns cancels the call; does nothing once it was made
   */
  after(delayMs: number, callback: () => void): () => void;
  /**
   * Resolves after `delayMs`. Keeps the process alive until then.
   * @param signal ends the wait
   * @throws the reason of `signal`, if it is aborted before
   */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** @returns whether a call or the end of a wait is due now and not made yet */
  isDue(): boolean;
}

/** setTimeout runs a callback with a longer delay at once. */
const longestDelayMs = 2 ** 31 - 1;

/**
 * Creates a clock on Node's timers. A delay over 24 days ends after 24 days.
 * @param now milliseconds since the epoch. @default Date.now
 */
export function systemClock(now: () => number = Date.now): Clock {
  const dueTimes = new Set<{ atMs: number }>();
  const elapsed = () => performance.now();

  function schedule(delayMs: number, callback: () => void, { keepsAlive }: { keepsAlive: boolean }) {
    const waitMs = Math.min(Math.max(0, delayMs), longestDelayMs);
    const due = { atMs: elapsed() + waitMs };
    dueTimes.add(due);
    const timer = setTimeout(() => {
      dueTimes.delete(due);
      callback();
    }, waitMs);
    if (!keepsAlive) timer.unref();
    return () => {
      dueTimes.delete(due);
      clearTimeout(timer);
    };
  }

  return {
    now,
    elapsed,
    after: (delayMs, callback) => schedule(delayMs, callback, { keepsAlive: false }),
    sleep: createSleep((delayMs, callback) => schedule(delayMs, callback, { keepsAlive: true })),
    isDue: () => [...dueTimes].some(({ atMs }) => atMs <= elapsed()),
  };
}

/** Creates the `sleep` of a clock from its `after`. */
export const createSleep =
  (after: Clock['after']): Clock['sleep'] =>
  (delayMs, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const cancel = after(delayMs, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      const abort = () => {
        cancel();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
    });

/**
 * Waits for `work`, for at most `limitMs`.
 * @returns its result; undefined if the time is up. @throws what `work` rejects with in this time
 */
export async function atMost<T>(clock: Clock, limitMs: number, work: Promise<T>): Promise<T | undefined> {
  const ended = new AbortController();
  const late = clock.sleep(limitMs, ended.signal).catch(() => {});
  try {
    return await Promise.race([work, late as Promise<undefined>]);
  } finally {
    ended.abort();
  }
}

/**
 * Limits how long bytes of a connection may take. It is no part of the clock: the connection is in real time too.
 * @param onLate called after `limitMs`, once the process has read what has arrived: after a pause of the process, timers come
 *   before the bytes that arrived meanwhile
 * @returns lifts the limit
 */
export function limitArrival(limitMs: number, onLate: () => void): () => void {
  let reading: ReturnType<typeof setImmediate> | undefined;
  const limit = setTimeout(() => {
    reading = setImmediate(onLate);
  }, limitMs).unref();
  return () => {
    clearTimeout(limit);
    clearImmediate(reading);
  };
}
