/** Waits after a 429 for as long as the server asks. */
import { pause } from './pause.ts';

/** The wait when the server names no time, and the longest wait: servers count requests by the minute. */
const waitSeconds = { unnamed: 5, longest: 60 };
const waitsAtMost = 2;

/**
 * Waits after a 429, at most twice per request.
 * @param waitsSoFar how many waits this request had
 * @param signal ends the wait early and does not change the result
 * @returns whether to send the request again, with a new proof
 */
export async function waitForRetryAfter(
  { status, headers }: Response,
  waitsSoFar: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (status !== 429 || waitsSoFar === waitsAtMost) return false;
  const seconds = Number(headers.get('retry-after')) || waitSeconds.unnamed;
  await pause(Math.min(seconds, waitSeconds.longest) * 1000, signal);
  return true;
}
