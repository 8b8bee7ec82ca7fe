/**
 * Counts what this process is doing, so that a test, or a program that embeds the server, can wait until it has done
 * all that is due.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Counts the work that is running. */
export interface Activity {
  /** Counts `work` until it ends. @returns `work` */
  track<T>(work: Promise<T>): Promise<T>;
  /** @returns whether no counted work is running */
  isCalm(): boolean;
  /** Resolves when no counted work is running. */
  calm(): Promise<void>;
}

/** Creates the count; nothing runs. */
export function createActivity(): Activity {
  const running = new Set<Promise<unknown>>();
  return {
    track(work) {
      const ended: Promise<boolean> = work.then(
        () => running.delete(ended),
        () => running.delete(ended),
      );
      running.add(ended);
      return work;
    },
    isCalm: () => running.size === 0,
    async calm() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/**
 * Resolves when no counted work is running, no call of the clock is due, and no work is due in the database.
 * @param deps.startDue starts the work that is due in the database. @returns whether there was any
 * @throws what `startDue` rejects with
 */
export async function untilIdle(deps: {
  activity: Activity;
  clock: Clock;
  startDue: () => Promise<boolean>;
}): Promise<void> {
  const { activity, clock, startDue } = deps;
  const isBusy = () => !activity.isCalm() || clock.isDue();
  do {
    await activity.calm();
    // Work that has ended may start other work in the same turn of the event loop.
    await nextTurn();
  } while (isBusy() || (await startDue()) || isBusy());
}
