/** Work goes on under a lease that is renewed, and ends with it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { whileHeld } from '../../server/store/holding.ts';
import { eventually } from '../writes/journal-stand.ts';

it('renews the lease well before it runs out, also after a renewal that failed', async () => {
  const heldAt: number[] = [];
  const hold = async () => {
    heldAt.push(performance.now());
    if (heldAt.length === 1) throw new Error('the store is away');
  };
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const done = whileHeld(400, hold, () => promise);
  await eventually(() => heldAt.length === 4);
  finish();
  await done;
  const pausesMs = heldAt.slice(1).map((at, n) => at - (heldAt[n] ?? 0));
  expect(Math.max(...pausesMs)).toBeLessThan(400);
});

it.each([
  ['done', async () => {}],
  ['failed', () => Promise.reject(new Error('no such order'))],
])('holds nothing once the work is %s', async (_, work) => {
  let times = 0;
  const hold = async () => {
    times += 1;
  };
  await whileHeld(20, hold, work).catch(() => {});
  await sleep(60);
  expect(times).toBe(0);
});
