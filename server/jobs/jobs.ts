/**
 * The durable work of this process: every queue on it, one poll for all of them, and one stop. Work is done as soon as it
 * is due because the queues are woken; the poll finds what another process left and what a lost message announced.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Channel } from '../store/pubsub.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { LeasedTableName } from './leased-table.ts';
import { createQueue, type DrivenQueue, horizonMs, type Queue, type QueueOptions } from './queue.ts';

export interface Jobs {
  clock: Clock;
  /** Adds a queue; before `start`. */
  queue<N extends LeasedTableName, R>(options: QueueOptions<N, R>): Queue<N, R>;
  start(): void;
  /** Takes nothing new, gives work under way five seconds, and lets other processes take the rest. */
  stop(): Promise<void>;
  /** Aborted when `stop` has let go of everything. */
  stopped: AbortSignal;
}

/** How often the database is asked whether anything is due, where nothing woke a queue. */
const pollMs = horizonMs;
/** A container has ten seconds in all. */
const stopWithinMs = 5_000;

/**
 * @param deps.channel wakes the other processes when this one lets go of work
 * @param deps.onError a poll that failed; the next one follows
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
  const stopped = new AbortController();
  let cancelPoll = () => {};
  let state: 'new' | 'running' | 'stopping' = 'new';

  const wakeAll = () => {
    for (const queue of queues) queue.wake();
  };
  channel.subscribe({ onMessage: wakeAll, onGap: wakeAll });

  /** One statement for all queues: an idle server runs no other. */
  async function poll(): Promise<void> {
    if (queues.length === 0) return;
    const parts = queues.map(({ nextDue }, at) => nextDue(at));
    const all = sql<{ queue: number; due_at: number | null }>`${sql.join(parts, sql` union all `)}`;
    const { rows } = await all.execute(store.db);
    for (const { queue, due_at } of rows) if (due_at !== null) queues[queue]?.wakeAt(due_at);
  }

  function pollLater(): void {
    cancelPoll = clock.after(pollMs, () => {
      void poll()
        .catch(onError)
        .finally(() => {
          if (state === 'running') pollLater();
        });
    });
  }

  return {
    clock,
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
    start() {
      if (state !== 'new') return;
      state = 'running';
      for (const queue of queues) queue.start();
      pollLater();
    },
    async stop() {
      if (state === 'stopping') return;
      state = 'stopping';
      cancelPoll();
      const closed = Promise.all(queues.map((queue) => queue.close()));
      const late = new AbortController();
      const waited = sleep(stopWithinMs, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([closed, waited]);
      late.abort();
      await Promise.all(queues.map((queue) => queue.release()));
      channel.publish('released');
      stopped.abort();
    },
  };
}
