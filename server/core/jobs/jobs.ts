/**
 * The durable work of this process: all queues, one poll for all of them, and one stop. Messages wake the queues as
 * soon as work is due. The poll finds work that a crashed process left and work whose message was lost.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Activity, createActivity, untilIdle } from '../activity.ts';
import { atMost, type Clock } from '../clock.ts';
import type { Channel } from '../store/pubsub.ts';
import type { Store } from '../store/store.ts';
import type { LeasedTableName } from './leased-table.ts';
import { createQueue, type DrivenQueue, horizonMs, type Queue, type QueueOptions } from './queue.ts';
import { createWaker, type Waker } from './waker.ts';

/** The durable work of this process. */
export interface Jobs {
  clock: Clock;
  /** Counts the work of all queues. */
  activity: Activity;
  /** Adds a queue. Call it before `start`. */
  queue<N extends LeasedTableName, R>(options: QueueOptions<N, R>): Queue<N, R>;
  /**
   * Runs `work` in this process at the start, and again `everyMs` after the end of each run, also after a run that
   * rejects. For work that every process does for itself; `work` must end when `stopping` is aborted. Call it before
   * `start`.
   */
  every(everyMs: number, work: (stopping: AbortSignal) => Promise<void>): void;
  /**
   * Makes every queue look for due work now, in all processes. With SQLite, other processes find it within five
   * seconds.
   */
  wake(): void;
  /** Starts all queues and the poll. */
  start(): void;
  /**
   * Takes no new work, gives running work five seconds, and releases the rest to other processes.
   * @throws StoreUnavailable if the rest cannot be released; its leases then expire
   */
  stop(): Promise<void>;
  /** Aborted when `stop` has released all work. */
  stopped: AbortSignal;
  /**
   * Resolves when the process has nothing to do now: no row is due, no counted work is running, and no call of the
   * clock is due. A retry or a periodic run at a later time does not count. For tests and embedding.
   * @throws StoreUnavailable
   */
  idle(): Promise<void>;
}

/** How often the poll asks the database for due work. */
const pollMs = horizonMs;
/** A container has ten seconds in total to stop. */
const stopWithinMs = 5_000;

interface JobsDeps {
  store: Store;
  clock: Clock;
  /** Counts the work. @default a count of its own */
  activity?: Activity;
  /** Wakes the other processes when this one releases work. */
  channel: Channel;
  /** Receives an error of the poll or of `every`; the next run follows. */
  onError: (error: unknown) => void;
}

/** Takes no new work, and waits for what is running, for five seconds. */
const closeAll = (clock: Clock, all: readonly { close(): Promise<void> }[]) =>
  atMost(clock, stopWithinMs, Promise.all(all.map((each) => each.close())));

/** Creates the jobs of one process. */
export function createJobs(deps: JobsDeps): Jobs {
  const { store, clock, channel, onError, activity = createActivity() } = deps;
  const owner = randomUUID();
  const queues: DrivenQueue[] = [];
  const stopping = new AbortController();
  const stopped = new AbortController();
  const periodic: Waker[] = [];
  let isStarted = false;

  const wakeAll = () => {
    for (const queue of queues) queue.wake();
  };
  channel.subscribe({ onMessage: wakeAll, onGap: wakeAll });

  const wakeDue = (untilMs: number) => wakeQueues(store, queues, untilMs);

  function every(everyMs: number, work: (stopping: AbortSignal) => Promise<void>): void {
    const waker = createWaker({ clock, activity }, async () => {
      await work(stopping.signal).catch(onError);
      waker.wakeAt(clock.now() + everyMs);
    });
    periodic.push(waker);
  }

  const poller = createWaker({ clock, activity }, async () => {
    await wakeDue(clock.now() + horizonMs).catch(onError);
    poller.wakeAt(clock.now() + pollMs);
  });

  return {
    clock,
    activity,
    every,
    stopped: stopped.signal,
    queue(options) {
      const queue = createQueue(options, {
        db: store.db,
        clock,
        activity,
        owner,
        onSaturated: () => channel.publish(options.table.name),
      });
      queues.push(queue);
      return queue;
    },
    wake() {
      wakeAll();
      channel.publish('asked');
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      for (const queue of queues) queue.start();
      for (const waker of periodic) waker.start(clock.now());
      poller.start(clock.now() + pollMs);
    },
    async stop() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await closeAll(clock, [poller, ...periodic, ...queues]);
      const released = Promise.all(queues.map((queue) => queue.release()));
      await released.then(() => channel.publish('released')).finally(() => stopped.abort());
    },
    idle() {
      const isOpen = () => isStarted && !stopping.signal.aborted;
      return untilIdle({ activity, clock, startDue: async () => isOpen() && wakeDue(clock.now()) });
    },
  };
}

/**
 * Wakes the queues whose work is due until `untilMs`, in milliseconds since the epoch. One statement for all queues: an
 * idle server runs no other statement.
 * @returns whether there are such queues
 */
async function wakeQueues(store: Store, queues: readonly DrivenQueue[], untilMs: number): Promise<boolean> {
  if (queues.length === 0) return false;
  const parts = queues.map(({ nextDue }, at) => nextDue(at));
  const all = sql<{ queue: number; due_at: number | null }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await all.execute(store.db);
  const due = rows.filter(({ due_at }) => due_at !== null && due_at <= untilMs);
  for (const { queue } of due) queues[queue]?.wake();
  return due.length > 0;
}
