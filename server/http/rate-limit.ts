/** How often one caller may ask in a window of time, in this process's memory: several processes grant it each. */
import { LRUCache } from 'lru-cache';
import { Problem } from '../errors.ts';

export interface RateLimit {
  /** Looks without counting. @param share how many times the limit this caller has. @default 1 */
  isReached(caller: string, share?: number): boolean;
  /** Counts one request, also beyond the limit. */
  count(caller: string): void;
  /** Takes back a request that was counted within this window. */
  refund(caller: string): void;
  /** Counts one request. @throws Problem 429 that says when to come back, uncounted */
  spend(caller: string, share?: number): void;
  /** @returns the 429 that says when to come back */
  refusal(caller: string): Problem;
  /** How many callers are remembered. */
  remembered(): number;
}

/**
 * A caller's window begins with its first request and is forgotten with its end. Beyond `callers` the least recently used
 * are forgotten rather than anyone refused.
 *
 * @param limit requests in a window; 0 for no limit
 */
export function createRateLimit(limit: number, { windowMs = 60_000, callers = 50_000 } = {}): RateLimit {
  const counts = new LRUCache<string, { spent: number }>({
    max: callers,
    ttl: windowMs,
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
    spend(caller, share) {
      if (rateLimit.isReached(caller, share)) throw rateLimit.refusal(caller);
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
