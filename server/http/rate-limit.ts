/** How often one caller may ask in a minute, in this process's memory: several processes grant it each. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../errors.ts';

const windowSeconds = 60;

export interface RateLimit {
  /** @throws Problem 429 that says when to come back */
  spend(caller: string): Promise<void>;
  /** How many callers are remembered. */
  remembered(): number;
}

/**
 * A caller's minute begins with its first request and is forgotten with its end. Beyond `limit` callers the first of them
 * are forgotten rather than anyone refused.
 *
 * @param perMinute 0 for no limit
 */
export function createRateLimit(perMinute: number, limit = 50_000): RateLimit {
  if (perMinute === 0) return { spend: async () => {}, remembered: () => 0 };
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds, keyPrefix: '' });
  /** Callers in the order of their minutes; from the last place on each comes in the place of the first. */
  const callers: string[] = [];
  let place = 0;

  async function begin(caller: string): Promise<void> {
    const first = callers[place];
    callers[place] = caller;
    place = (place + 1) % limit;
    if (first !== undefined && first !== caller) await limiter.delete(first);
  }

  return {
    async spend(caller) {
      try {
        const spent = await limiter.consume(caller);
        if (spent.isFirstInDuration) await begin(caller);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        const seconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
        throw new Problem(429, 'too_many_requests', 'Too many requests at once. Please wait a moment.', {
          headers: { 'Retry-After': String(seconds) },
        });
      }
    },
    remembered: () => callers.length,
  };
}
