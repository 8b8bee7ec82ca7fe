/** Reads `Retry-After` (RFC 9110 §10.2.3): seconds or an HTTP date; what is neither says nothing (IDEM-09, LIM-15). */

/** Nobody is made to wait longer than this, whatever the header says. */
const longestWaitMs = 60 * 60 * 1000;

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]+$/;

/** Milliseconds from `nowMs`, 0 for a date gone by, null where nothing usable was said. */
export function readRetryAfter(header: string | string[] | undefined, nowMs: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestWaitMs);
  if (!httpDate.test(text)) return null;
  // The oldest of the three date forms names no zone; all of them are GMT.
  const atMs = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(atMs) ? null : Math.min(Math.max(0, atMs - nowMs), longestWaitMs);
}

/** The same wait as a body field: `retry_after_seconds` of the in-progress answer and of some errors' details (IDEM-06, GAP-73). */
export function readRetryAfterSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
    ? Math.min(value * 1000, longestWaitMs)
    : null;
}
