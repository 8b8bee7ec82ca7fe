/** A clock that a test advances. Callbacks run when their time is reached, in order, and never by themselves. */
import type { Clock } from '../../server/jobs/clock.ts';

/** A clock that only `advance` moves. */
export interface ManualClock extends Clock {
  /** Advances the time by `ms`, and runs the callbacks that become due. */
  advance(ms: number): void;
}

/**
 * Creates the clock.
 * @param startMs its first time, in milliseconds since the epoch
 */
export function manualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs;
  const timers = new Set<{ atMs: number; callback: () => void }>();
  return {
    now: () => nowMs,
    after(delayMs, callback) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        timers.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
      }
      nowMs = endMs;
    },
  };
}
