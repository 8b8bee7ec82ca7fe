/**
 * Which proofs were used already (RFC 9449 11.1), in this process's memory.
 *
 * Bounded in time by the nonces' life and in number by `limit`: beyond it the oldest are forgotten rather than customers
 * refused. With several processes a captured proof could be used once at each, for the same call and within minutes.
 */
import { nonceLifetimeMs } from './nonce.ts';

export interface ReplayMemory {
  /** True the first time, false ever after. */
  spend(id: string): boolean;
}

export function createReplayMemory(now: () => number, limit = 100_000): ReplayMemory {
  const expiryOf = new Map<string, number>();
  return {
    spend(id) {
      // A Map keeps the order of insertion and every life is equally long: the oldest stand in front.
      for (const [old, expiry] of expiryOf) {
        if (expiry > now() && expiryOf.size < limit) break;
        expiryOf.delete(old);
      }
      if (expiryOf.has(id)) return false;
      expiryOf.set(id, now() + nonceLifetimeMs);
      return true;
    },
  };
}
