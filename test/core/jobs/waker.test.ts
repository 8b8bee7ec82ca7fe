/** Calls at the requested times, also while the clock of the machine is set. */
import { expect, it, onTestFinished } from 'vitest';
import { createActivity, untilIdle } from '../../../server/core/activity.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { createWaker } from '../../../server/core/jobs/waker.ts';

it('calls at once when asked, also if the clock was set past a later call', async () => {
  let offsetMs = 0;
  const clock = systemClock(() => Date.now() + offsetMs);
  const activity = createActivity();
  let calls = 0;
  const waker = createWaker({ clock, activity }, async () => {
    calls += 1;
  });
  onTestFinished(() => waker.close());
  waker.start(clock.now() + 60_000);
  offsetMs = 120_000;
  waker.wake();
  waker.wake();
  await untilIdle({ activity, clock, startDue: async () => false });
  expect(calls).toBe(1);
});
