/**
 * The used proofs (RFC 9449 11.1), in this process's memory.
 *
 * A proof is remembered until its nonce ends, under any load: time bounds the memory, not a count, so no user's proofs
 * displace another's. Only callers with a valid token fill it, each up to the limit of its user. With several processes a
 * captured proof could be used once at each, for the same request and within minutes.
 */
import { hash } from 'node:crypto';

/** Proofs that end within the same minute are forgotten together. */
const bucketMs = 60_000;

/** The proofs that this process has accepted. */
export interface ReplayMemory {
  /**
   * Marks a proof as used.
   * @param jkt thumbprint of the key that signed the proof
   * @param untilMs when the proof stops being valid, in milliseconds since the epoch; the same for each use of a proof
   * @returns true the first time, false until the proof has ended
   */
  spend(jkt: string, jti: string, untilMs: number): boolean;
}

/** Creates an empty memory. @param now milliseconds since the epoch */
export function createReplayMemory(now: () => number): ReplayMemory {
  /** Used proofs by the minute in which they end. */
  const buckets = new Map<number, Set<string>>();

  function bucketOf(untilMs: number): Set<string> {
    const minute = Math.floor(untilMs / bucketMs);
    const found = buckets.get(minute);
    if (found) return found;
    for (const past of buckets.keys()) if ((past + 1) * bucketMs <= now()) buckets.delete(past);
    const made = new Set<string>();
    buckets.set(minute, made);
    return made;
  }

  return {
    spend(jkt, jti, untilMs) {
      const bucket = bucketOf(untilMs);
      const key = compactKey(jkt, jti);
      if (bucket.has(key)) return false;
      bucket.add(key);
      return true;
    },
  };
}

/** 128 bits of a hash, as a string of 16 one-byte characters: a third of the size of thumbprint and id. */
const compactKey = (jkt: string, jti: string) =>
  hash('sha256', `${jkt}.${jti}`, 'buffer').toString('latin1', 0, 16);
