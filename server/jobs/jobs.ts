/**
 * The durable work of this process: all queues, one poll for all of them, and one stop. Messages wake the queues as
 * soon as work is due. The poll finds work that a crashed process left and work whose message was lost.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Channel } from '../store/pubsub.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { LeasedTableName } from './leased-table.ts';
import { createQueue, type DrivenQueue, horizonMs, type Queue, type QueueOptions } from './queue.ts';
import { createWaker, type Waker } from './waker.ts';

/** The durable work of this process. */
export interface Jobs {
  clock: Clock;
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
}

/** How often the poll asks the database for due work. */
const pollMs = horizonMs;
/** A container has ten seconds in total to stop. */
const stopWithinMs = 5_000;

/**
 * Creates the jobs of one process.
 * @param deps.channel wakes the other processes when this one releases work
 * @param deps.onError receives an error of the poll or of `every`; the next run follows
 */
export function createJobs(deps: {
  store: Store;
  clock: Clock;
  channel: Channel;
  onError: (error: unknown) => void;
  /** @default Math.random */
  random?: () => number;
}): Jobs {
  const { store, clock, channel, onError } = deps;
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

  /** One statement for all queues: an idle server runs no other statement. */
  async function poll(): Promise<void> {
    if (queues.length === 0) return;
    const parts = queues.map(({ nextDue }, at) => nextDue(at));
    const all = sql<{ queue: number; due_at: number | null }>`${sql.join(parts, sql` union all `)}`;
    const { rows } = await all.execute(store.db);
    const soon = clock.now() + horizonMs;
    for (const { queue, due_at } of rows) if (due_at !== null && due_at <= soon) queues[queue]?.wake();
  }

  function every(everyMs: number, work: (stopping: AbortSignal) => Promise<void>): void {
    const waker = createWaker(clock, async () => {
      await work(stopping.signal).catch(onError);
      waker.wakeAt(clock.now() + everyMs);
    });
    periodic.push(waker);
  }

  const poller = createWaker(clock, async () => {
    await poll().catch(onError);
    poller.wakeAt(clock.now() + pollMs);
  });

  return {
    clock,
    every,
    stopped: stopped.signal,
    queue(options) {
      const { random } = deps;
      const queue = createQueue(options, {
        db: store.db,
        clock,
        owner,
        onSaturated: () => channel.publish(options.table.name),
        ...(random ? { random } : {}),
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
      const wakers = [poller, ...periodic];
      const closed = Promise.all([...wakers, ...queues].map((each) => each.close()));
      const late = new AbortController();
      const waited = sleep(stopWithinMs, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([closed, waited]);
      late.abort();
      const released = Promise.all(queues.map((queue) => queue.release()));
      await released.then(() => channel.publish('released')).finally(() => stopped.abort());
    },
  };
}
