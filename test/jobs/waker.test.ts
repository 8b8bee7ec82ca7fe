/** Calls at the requested times, also while the clock of the machine is set. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../server/jobs/clock.ts';
import { createWaker } from '../../server/jobs/waker.ts';

it('calls at once when asked, also if the clock was set past a later call', async () => {
  let offsetMs = 0;
  const clock = systemClock(() => Date.now() + offsetMs);
  let calls = 0;
  const waker = createWaker(clock, async () => {
    calls += 1;
  });
  onTestFinished(() => waker.close());
  waker.start(clock.now() + 60_000);
  offsetMs = 120_000;
  waker.wake();
  waker.wake();
  await sleep(50);
  expect(calls).toBe(1);
});
