/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date. Any other text counts as missing (IDEM-09, LIM-15).
 */

/** The longest wait; a longer one in the header is shortened. */
const longestWaitMs = 60 * 60 * 1000;

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]+$/;

/**
 * Reads the `Retry-After` header of a response. A date counts from the response's own `Date`, so that the clock of the
 * service need not be right.
 * @param headers with lower-case names
 * @param nowMs milliseconds since the epoch, for a date without a `Date` beside it
 * @returns the wait in whole milliseconds, 0 for a past date; null without a usable value
 */
export function readRetryAfter(
  headers: Record<string, string | string[] | undefined>,
  nowMs: number,
): number | null {
  const text = textOf(headers['retry-after']);
  if (/^\d+(\.\d+)?$/.test(text)) return waitOf(Number(text));
  const untilMs = readDate(text);
  if (untilMs === null) return null;
  return Math.min(Math.max(0, untilMs - (readDate(textOf(headers.date)) ?? nowMs)), longestWaitMs);
}

/** The wait in whole milliseconds: the database stores no others. */
const waitOf = (seconds: number): number => Math.min(Math.ceil(seconds * 1000), longestWaitMs);

const textOf = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header)?.trim() ?? '';

/** @returns milliseconds since the epoch; null for any other text */
function readDate(text: string): number | null {
  if (!httpDate.test(text)) return null;
  // The oldest of the three date formats has no zone; all of them are GMT.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : atMs;
}

/**
 * Reads the wait from a body field: `retry_after_seconds` of the in-progress response and of some errors' details
 * (IDEM-06, GAP-73).
 * @returns the wait in whole milliseconds; null without a usable value
 */
export function readRetryAfterSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? waitOf(value) : null;
}

/** The wait if the header and the body name different ones: the longer, since an earlier request is too early for one. */
export const longerWait = (header: number | null, body: number | null): number | null =>
  header === null || body === null ? (header ?? body) : Math.max(header, body);
