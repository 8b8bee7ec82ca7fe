/** A test can wait until a server has done all that is due. */
import { expect, it } from 'vitest';
import { createActivity, untilIdle } from '../../server/core/activity.ts';
import { answerStep, untilReview } from '../support/booking.ts';
import { eventually } from '../support/eventually.ts';
import { manualClock } from '../support/manual-clock.ts';
import { saved, upstreamHarness } from '../support/outbox-harness.ts';
import { failure } from '../support/scripted-server.ts';
import { serverOfTest } from '../support/server-of-test.ts';

/** Whether a promise has resolved, once all that can happen by itself has happened. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate);
  return resolved;
}

it('is calm when counted work has ended, also what it began and what failed', async () => {
  const activity = createActivity();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void activity.track(first.promise.then(() => void activity.track(second.promise.catch(() => {}))));
  const calm = activity.calm();
  expect(await isResolved(calm)).toBe(false);
  first.resolve();
  expect(await isResolved(calm)).toBe(false);
  second.reject(new Error('it failed'));
  await calm;
  expect(activity.isCalm()).toBe(true);
  await expect(activity.track(Promise.reject(new Error('passed on')))).rejects.toThrow('passed on');
});

it('is idle when no call is due and the database has no more work, whatever is due later', async () => {
  const activity = createActivity();
  const clock = manualClock();
  const done: string[] = [];
  clock.after(1_000, () => void done.push('later'));
  clock.after(0, () => void activity.track(clock.sleep(0).then(() => done.push('now'))));
  let rows = 2;
  const startDue = async () => {
    if (rows === 0) return false;
    rows -= 1;
    clock.after(0, () => void done.push('row'));
    return true;
  };
  await untilIdle({ activity, clock, startDue });
  expect(done).toEqual(['now', 'row', 'row']);
});

it('waits for the attempt of a write, and not for its retry', async () => {
  const clock = manualClock(Date.now());
  const { outbox, commit, row, received, idle } = await upstreamHarness(
    'sqlite',
    [failure(503, null, { 'retry-after': '60' }), saved],
    { clock },
  );
  outbox.start();
  const id = await commit();
  await idle();
  expect([received.length, (await row(id)).state]).toEqual([1, 'due']);
  clock.advance(120_000);
  await idle();
  expect([received.length, (await row(id)).state]).toEqual([2, 'settled']);
});

it('waits for a request that a hook holds up', async () => {
  const bill = Promise.withResolvers<void>();
  let asked = 0;
  const service = await serverOfTest({
    hooks: {
      async payment({ journeyId }) {
        asked += 1;
        await bill.promise;
        return { state: 'paid', reference: `bill-${journeyId}` };
      },
    },
  });
  const customer = service.customer('ada');
  const review = await untilReview(customer, 'CALST');
  const answering = answerStep(customer, review);
  await eventually(() => asked > 0);
  const idle = service.idle();
  expect(await isResolved(idle)).toBe(false);
  bill.resolve();
  await answering;
  await idle;
});
