/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date. Any other text counts as missing (IDEM-09, LIM-15).
 */

/** The longest wait; a longer one in the header is shortened. */
const longestWaitMs = 60 * 60 * 1000;

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]+$/;

/**
 * Reads a `Retry-After` header.
 * @param nowMs milliseconds since the epoch, for a header with a date
 * @returns the wait in milliseconds, 0 for a past date; null without a usable value
 */
export function readRetryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestWaitMs);
  if (!httpDate.test(text)) return null;
  // The oldest of the three date formats has no zone; all of them are GMT.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : Math.min(Math.max(0, atMs - nowMs), longestWaitMs);
}

/**
 * Reads the wait from a body field: `retry_after_seconds` of the in-progress response and of some errors' details
 * (IDEM-06, GAP-73).
 * @returns the wait in milliseconds; null without a usable value
 */
export function readRetryAfterSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? Math.min(value * 1000, longestWaitMs)
    : null;
}

/** The wait if the header and the body name different ones: the longer, since an earlier request is too early for one. */
export const longerWait = (header: number | null, body: number | null): number | null =>
  header === null || body === null ? (header ?? body) : Math.max(header, body);
