/** The wait between tries: exponential with full jitter and a cap, or what the service asked for. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from '../../server/upstream/backoff.ts';

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
