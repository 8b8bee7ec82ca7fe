/** A clock that a test advances. A callback with a delay runs when `advance` reaches its time, and never by itself. */

import { type Clock, createSleep } from '../../server/core/clock.ts';
import { eventually } from './eventually.ts';

/** A clock that only `advance` moves. Callbacks without a delay run in the next turn of the event loop. */
export interface ManualClock extends Clock {
  /** Advances the time by `ms`, and runs the callbacks that become due, in order. */
  advance(ms: number): void;
  /** Sets the time of day back by `ms`. The time that passes goes on evenly. */
  setBack(ms: number): void;
  /** Resolves when at least `count` calls with a delay are waiting. */
  waiting(count: number): Promise<void>;
}

/**
 * Creates the clock.
 * @param startMs its first time, in milliseconds since the epoch
 */
export function manualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  let backMs = 0;
  const timers = new Set<{ atMs: number; callback: () => void }>();

  function advance(ms: number): void {
    const endMs = nowMs + ms;
    for (;;) {
      const [next] = [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
      if (!next) break;
      timers.delete(next);
      nowMs = Math.max(nowMs, next.atMs);
      next.callback();
    }
    nowMs = endMs;
  }

  const after: Clock['after'] = (delayMs, callback) => {
    const timer = { atMs: nowMs + Math.max(0, delayMs), callback };
    timers.add(timer);
    if (delayMs <= 0) setImmediate(() => advance(0));
    return () => void timers.delete(timer);
  };

  return {
    now: () => nowMs - backMs,
    elapsed: () => nowMs,
    after,
    sleep: createSleep(after),
    isDue: () => [...timers].some(({ atMs }) => atMs <= nowMs),
    advance,
    setBack: (ms) => {
      backMs += ms;
    },
    waiting: (count) => eventually(() => timers.size >= count),
  };
}
