/** The memory of used proofs: it keeps each until its nonce ends, under any load, and is bounded by time. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createNonces, nonceLifetimeMs } from '../../../server/api/tokens/nonce.ts';
import { createReplayMemory } from '../../../server/api/tokens/replay.ts';

const jkt = 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs';

it('recognises a proof until the end of its nonce', () => {
  let now = 1_800_000_000_000;
  const { spend } = createReplayMemory(() => now);
  const nonces = createNonces([new Uint8Array(32)], () => now);
  for (let step = 0; step < 50; step += 1) {
    const nonce = nonces.current();
    const until = nonces.acceptedUntil(nonce) ?? 0;
    const jti = `proof ${step}`;
    expect(spend(jkt, jti, until)).toBe(true);
    const begin = now;
    for (; nonces.acceptedUntil(nonce) !== null; now += 7_000) expect(spend(jkt, jti, until)).toBe(false);
    expect(now - begin).toBeLessThanOrEqual(nonceLifetimeMs);
    now = begin + 13_000;
  }
});

it('recognises it after any number of others', () => {
  const { spend } = createReplayMemory(() => 0);
  expect(spend(jkt, 'the first', nonceLifetimeMs)).toBe(true);
  for (let n = 0; n < 600_000; n += 1) spend(jkt, `${n}`, nonceLifetimeMs);
  expect(spend(jkt, 'the first', nonceLifetimeMs)).toBe(false);
});

it('distinguishes two keys with one id', () => {
  const { spend } = createReplayMemory(() => 0);
  expect(spend(jkt, 'a', nonceLifetimeMs)).toBe(true);
  expect(spend(jkt.toLowerCase(), 'a', nonceLifetimeMs)).toBe(true);
});

it('takes less than 100 bytes for a proof, and frees them after its time', () => {
  let now = 0;
  const { spend } = createReplayMemory(() => now);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const count = 200_000;
  for (let n = 0; n < count; n += 1) spend(jkt, crypto.randomUUID(), nonceLifetimeMs);
  const perProof = (used() - before) / count;
  expect(perProof).toBeLessThan(100);
  now = nonceLifetimeMs + 60_000;
  spend(jkt, 'a later one', now + nonceLifetimeMs);
  expect((used() - before) / count).toBeLessThan(10);
});
