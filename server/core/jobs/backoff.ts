/**
 * The wait before the next attempt: the time that the service asked for, else exponential with full jitter and a cap
 * (ERR-29, ERR-35).
 */

/** The waits between attempts: the longest after the first one, and the longest of all, in milliseconds. */
export interface BackoffSettings {
  baseMs: number;
  capMs: number;
}

/**
 * Computes the wait before the next attempt.
 * @param tries how many attempts were made, from 1
 * @param askedMs the wait that `Retry-After` asked for; jitter is added, so that clients with the same time do not
 * return together
 * @param random a number from 0 to below 1. @default Math.random
 * @returns the wait in milliseconds
 */
export function backoffMs(
  tries: number,
  askedMs: number | null,
  { baseMs, capMs }: BackoffSettings,
  random = Math.random,
): number {
  if (askedMs !== null && askedMs > 0) return Math.ceil(askedMs + random() * Math.min(baseMs, askedMs));
  return Math.ceil(random() * Math.min(capMs, baseMs * 2 ** (tries - 1)));
}
