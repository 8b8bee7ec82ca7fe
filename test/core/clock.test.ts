/** The system's clock: calls and waits at their time, also while the time of the machine is set. */
import { expect, it } from 'vitest';
import { atMost, systemClock } from '../../server/core/clock.ts';
import { manualClock } from '../support/manual-clock.ts';

it('calls in the order of the delays, and not what was cancelled', async () => {
  const clock = systemClock();
  const calls: string[] = [];
  clock.after(20, () => void calls.push('later'));
  clock.after(0, () => void calls.push('soon'));
  const cancel = clock.after(0, () => void calls.push('never'));
  cancel();
  expect(clock.isDue()).toBe(true);
  await clock.sleep(40);
  expect(calls).toEqual(['soon', 'later']);
  expect(clock.isDue()).toBe(false);
});

it('calls at once for a time that has passed, and never at once for a delay beyond the timers of Node', async () => {
  const clock = systemClock();
  const calls: string[] = [];
  clock.after(-1, () => void calls.push('past'));
  const cancel = clock.after(2 ** 40, () => void calls.push('in decades'));
  await clock.sleep(20);
  cancel();
  expect(calls).toEqual(['past']);
});

it('measures evenly while the time of the machine is set', async () => {
  let nowMs = 50_000;
  const clock = systemClock(() => nowMs);
  const from = clock.elapsed();
  nowMs = 0;
  await clock.sleep(10);
  expect(clock.elapsed()).toBeGreaterThan(from);
  expect(clock.now()).toBe(0);
});

it('ends a wait with the reason of its signal', async () => {
  const clock = manualClock();
  const ended = new AbortController();
  const waiting = clock.sleep(1_000, ended.signal);
  ended.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(clock.sleep(0, ended.signal)).rejects.toThrow('enough');
});

it('limits the wait for work, whose failure it passes on', async () => {
  const clock = manualClock();
  const never = atMost(clock, 1_000, new Promise(() => {}));
  clock.advance(1_000);
  expect(await never).toBeUndefined();
  expect(await atMost(clock, 1_000, Promise.resolve('done'))).toBe('done');
  await expect(atMost(clock, 1_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  // No wait is left behind.
  await new Promise(setImmediate);
  clock.advance(10_000);
  expect(clock.isDue()).toBe(false);
});
