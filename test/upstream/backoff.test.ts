/** The wait between tries: exponential with full jitter and a cap, or what the service asked for. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoffMs } from '../../server/core/jobs/backoff.ts';
import { readRetryAfter, readRetryAfterSeconds } from '../../server/upstream/retry-after.ts';

const settings = { baseMs: 500, capMs: 30_000 };

it('doubles its range with each attempt up to the cap [ERR-35]', () => {
  const longest = Array.from({ length: 9 }, (_, n) => backoffMs(n + 1, null, settings, () => 1));
  expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
});

it('draws from the whole range, so that failed requests do not return together', () => {
  expect(backoffMs(4, null, settings, () => 0)).toBe(0);
  expect(backoffMs(4, null, settings, () => 0.25)).toBe(1_000);
});

it('never returns before the given time, nor much later [ERR-29] [LIM-15]', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 3_600_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (tries, askedMs, drawn) => {
        const waitMs = backoffMs(tries, askedMs, settings, () => drawn);
        expect(waitMs).toBeGreaterThanOrEqual(askedMs);
        expect(waitMs).toBeLessThanOrEqual(askedMs + settings.baseMs);
      },
    ),
  );
});

it('treats a wait of zero as no wait', () => {
  expect(backoffMs(3, 0, settings, () => 1)).toBe(2_000);
});

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-02T10:00:00Z');
  const hourMs = 3_600_000;

  it.each([
    ['seconds', '3', 3_000],
    ['a fraction of a second', '0.5', 500],
    ['a fraction of a millisecond', '1.0015', 1_002],
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
    expect(readRetryAfter({ 'retry-after': header }, nowMs)).toBe(expected);
  });

  it.each([
    ['of the service, whose clock is days ahead', 'Wed, 04 Nov 2026 09:59:53 GMT', 7_000],
    ['that is none', 'just now', hourMs],
  ])('counts a date from the Date %s', (_, date, expected) => {
    const headers = { 'retry-after': 'Wed, 04 Nov 2026 10:00:00 GMT', date };
    expect(readRetryAfter(headers, nowMs)).toBe(expected);
  });

  it.each([
    [2, 2_000],
    [1.0015, 1_002],
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
});
