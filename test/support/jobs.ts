/** The jobs of a process for tests: over a real database, with no other process to wake. */
import { type Clock, systemClock } from '../../server/core/clock.ts';
import { createJobs, type Jobs } from '../../server/core/jobs/jobs.ts';
import type { Store } from '../../server/core/store/store.ts';

/** No other process listens. */
export const silentChannel = { publish() {}, subscribe() {} };

/**
 * Creates the jobs of a process.
 * @param time returns the current time in milliseconds since the epoch, or a clock that the test moves. @default
 * Date.now
 */
export const newJobs = (store: Store, time: (() => number) | Clock = Date.now): Jobs =>
  createJobs({
    store,
    clock: typeof time === 'function' ? systemClock(time) : time,
    channel: silentChannel,
    onError: () => {},
  });
