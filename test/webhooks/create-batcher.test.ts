/** Work done together: each gets its own answer, and none fails for another. */
import { expect, it } from 'vitest';
import { createBatcher } from '../../server/webhooks/create-batcher.ts';

it('runs items that arrived meanwhile in one batch of limited size, and returns results in order', async () => {
  const groups: number[][] = [];
  const double = createBatcher(async (items: number[]) => {
    groups.push(items);
    await new Promise((done) => setTimeout(done, 5));
    return items.map((item) => item * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
  expect(groups).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

it('runs each item by itself after a batch fails, and continues', async () => {
  const careful = createBatcher(async (items: number[]) => {
    await new Promise((done) => setTimeout(done, 5));
    if (items.includes(3)) throw new Error('not this one');
    return items;
  }, 10);
  const found = await Promise.allSettled([1, 2, 3, 4].map(careful));
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await careful(5)).toBe(5);
});
