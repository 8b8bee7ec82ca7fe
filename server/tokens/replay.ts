/**
 * Which proofs were used already (RFC 9449 11.1), in this process's memory.
 *
 * Bounded in time by twice the nonces' life and in number by `limit`: beyond it the oldest are forgotten rather than
 * customers refused. With several processes a captured proof could be used once at each, for the same call and within minutes.
 */
import { nonceLifetimeMs } from './nonce.ts';

export interface ReplayMemory {
  /** True the first time, false ever after. */
  spend(id: string): boolean;
}

export function createReplayMemory(now: () => number, limit = 100_000): ReplayMemory {
  // Two halves, of which the older goes whole: to take the oldest out of one set again and again takes ever longer.
  let recent = new Set<string>();
  let older = new Set<string>();
  let recentUntil = now() + nonceLifetimeMs;
  return {
    spend(id) {
      if (now() >= recentUntil || recent.size >= limit / 2) {
        older = recent;
        recent = new Set();
        recentUntil = now() + nonceLifetimeMs;
      }
      if (recent.has(id) || older.has(id)) return false;
      recent.add(id);
      return true;
    },
  };
}
