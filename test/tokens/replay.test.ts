/** The memory of used proofs: it knows them for as long as their nonces live, and is bounded in time and number. */
import { expect, it } from 'vitest';
import { nonceLifetimeMs } from '../../server/tokens/nonce.ts';
import { createReplayMemory } from '../../server/tokens/replay.ts';

it('knows a proof for as long as its nonce can live, whenever it came', () => {
  for (const at of [0, 1, nonceLifetimeMs / 2, nonceLifetimeMs - 1]) {
    let now = 0;
    const { spend } = createReplayMemory(() => now);
    now = at;
    expect(spend('proof')).toBe(true);
    for (const later of [0, 1, nonceLifetimeMs / 2, nonceLifetimeMs - 1]) {
      now = at + later;
      spend(`another, ${later}`);
      expect(spend('proof')).toBe(false);
    }
  }
});

it('forgets it in the end', () => {
  let now = 0;
  const { spend } = createReplayMemory(() => now);
  spend('proof');
  now = nonceLifetimeMs;
  spend('another');
  now = nonceLifetimeMs * 2;
  expect(spend('proof')).toBe(true);
});

it('forgets the oldest where there are too many, never the latest half', () => {
  const { spend } = createReplayMemory(() => 0, 100);
  for (let n = 0; n < 1000; n += 1) spend(`${n}`);
  for (let n = 950; n < 1000; n += 1) expect(spend(`${n}`)).toBe(false);
  expect(spend('0')).toBe(true);
});

it('takes no longer when it is full', () => {
  const { spend } = createReplayMemory(() => 0, 100_000);
  const tookMs = (round: number) => {
    const begin = performance.now();
    for (let n = 0; n < 50_000; n += 1) spend(`${round}.${n}`);
    return performance.now() - begin;
  };
  const [empty = 0, , ...full] = [0, 1, 2, 3].map(tookMs);
  expect(Math.min(...full)).toBeLessThan(empty * 8);
});
