/** `Retry-After` in every form it comes in, and in none. */
import { expect, it } from 'vitest';
import { readRetryAfter, readRetryAfterSeconds } from '../../server/upstream/retry-after.ts';

const nowMs = Date.parse('2026-11-02T10:00:00Z');
const hourMs = 3_600_000;

it.each([
  ['seconds', '3', 3_000],
  ['a fraction of a second', '0.5', 500],
  ['nothing to wait for', '0', 0],
  ['the date form of today', 'Mon, 02 Nov 2026 10:00:07 GMT', 7_000],
  ['the date form of RFC 850', 'Monday, 02-Nov-26 10:00:07 GMT', 7_000],
  ['the date form of asctime', 'Mon Nov  2 10:00:07 2026', 7_000],
  ['a date gone by', 'Mon, 02 Nov 2026 09:00:00 GMT', 0],
  ['a date in years', 'Mon, 02 Nov 2099 10:00:00 GMT', hourMs],
  ['more seconds than anyone waits', '99999999999999999999', hourMs],
  ['spaces around', ' 3 ', 3_000],
  ['a header sent twice', ['4', '9'], 4_000],
  ['a negative number', '-5', null],
  ['an exponent', '1e3', null],
  ['words', 'soon', null],
  ['a day that is none', 'Mon, 99 Nov 2026 10:00:07 GMT', null],
  ['an ISO date, which it never is', '2026-11-02T10:00:07Z', null],
  ['an empty header', '', null],
  ['no header', undefined, null],
])('reads %s [IDEM-09] [LIM-15]', (_, header, expected) => {
  expect(readRetryAfter(header, nowMs)).toBe(expected);
});

it.each([
  [2, 2_000],
  [0, 0],
  [1e9, hourMs],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  ['2', null],
  [null, null],
])('reads the seconds %s of a body as %s ms', (value, expected) => {
  expect(readRetryAfterSeconds(value)).toBe(expected);
});
