/**
 * Limits the requests of one caller in a time window. Counts are in memory, so each process grants the limit by itself.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';

/** The counts of one limit. */
export interface RateLimit {
  /** Whether the limit is reached; does not count. @param share how many times the limit this caller has. @default 1 */
  isReached(caller: string, share?: number): boolean;
  /** Counts one request, even beyond the limit. */
  count(caller: string): void;
  /** Takes back one count of this window. */
  refund(caller: string): void;
  /** Counts one request, or throws without counting. @throws Problem 429 with Retry-After */
  spend(caller: string): void;
  /** @returns the 429 with Retry-After */
  refusal(caller: string): Problem;
  /** How many callers are remembered. */
  remembered(): number;
}

/**
 * Creates a limit. A caller's window begins with its first request. Beyond `callers` windows the least recently used
 * are dropped, so that no request is refused for a lack of memory. Its `spend` throws Problem 429.
 * @param limit requests in a window; 0 for no limit
 * @param elapsed the time that passes, in milliseconds
 * @param options.windowMs length of a window. @default 60,000 ms
 * @param options.callers how many windows are kept. @default 50,000
 */
export function createRateLimit(
  limit: number,
  elapsed: Clock['elapsed'],
  { windowMs = 60_000, callers = 50_000 } = {},
): RateLimit {
  const counts = new LRUCache<string, { spent: number }>({
    // `max` would reserve memory for all of them at the start.
    maxSize: callers,
    sizeCalculation: () => 1,
    ttl: windowMs,
    // Otherwise the cache reads the time only once a millisecond, with a timer of its own.
    ttlResolution: 0,
    perf: { now: elapsed },
    updateAgeOnGet: false,
  });

  const rateLimit: RateLimit = {
    isReached: (caller, share = 1) => limit > 0 && (counts.get(caller)?.spent ?? 0) >= limit * share,
    count(caller) {
      if (limit === 0) return;
      const found = counts.get(caller);
      if (found) found.spent += 1;
      else counts.set(caller, { spent: 1 });
    },
    refund(caller) {
      const found = counts.get(caller);
      if (found && found.spent > 0) found.spent -= 1;
    },
    spend(caller) {
      if (rateLimit.isReached(caller)) throw rateLimit.refusal(caller);
      rateLimit.count(caller);
    },
    refusal(caller) {
      const seconds = Math.max(1, Math.ceil(counts.getRemainingTTL(caller) / 1000));
      return new Problem('too_many_requests', {
        headers: { 'Retry-After': String(seconds) },
      });
    },
    remembered: () => counts.size,
  };
  return rateLimit;
}
