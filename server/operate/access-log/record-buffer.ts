/** Stores small items in batches: one each second, or as soon as a batch is full. */
import type { Activity } from '../../core/activity.ts';
import type { Clock } from '../../core/clock.ts';

/** How long an item waits for others. */
const batchEveryMs = 1_000;
/** How many items one batch has. */
const batchSize = 200;

/** Items on their way to the database. */
export interface RecordBuffer<T> {
  /** @returns false if too many items wait; the item is dropped */
  add(item: T): boolean;
  /** Stores what waits. @throws what `write` throws; the items still wait */
  flush(): Promise<void>;
  /** Stores what waits, once; does not reject. */
  close(): Promise<void>;
}

/**
 * Creates a buffer. It does nothing before the first item.
 * @param deps.waitingAtMost how many items wait while the database is away
 * @param deps.write stores a batch. After it threw it gets the same array again: the batch may be stored already. Called
 *   for one batch at a time
 * @param deps.onFailed called if a batch was not stored in the background; it is tried again
 */
export function createRecordBuffer<T>(deps: {
  clock: Pick<Clock, 'after'>;
  activity: Activity;
  waitingAtMost: number;
  write: (batch: readonly T[]) => Promise<void>;
  onFailed: (error: unknown, waiting: number) => void;
}): RecordBuffer<T> {
  const { clock, activity, waitingAtMost, write, onFailed } = deps;
  let waiting: T[] = [];
  /** The batch that is being stored, or that failed. */
  let batch: readonly T[] = [];
  let cancelTimer: (() => void) | null = null;
  let lastWrite: Promise<void> = Promise.resolve();
  const count = () => batch.length + waiting.length;

  async function writeAll(): Promise<void> {
    while (count() > 0) {
      if (batch.length === 0) {
        batch = waiting.slice(0, batchSize);
        waiting = waiting.slice(batchSize);
      }
      await write(batch);
      batch = [];
    }
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    lastWrite = activity.track(lastWrite.catch(() => {}).then(writeAll));
    return lastWrite;
  }

  const flushInBackground = () =>
    flush().catch((error: unknown) => {
      onFailed(error, count());
      flushLater();
    });

  function flushLater(): void {
    cancelTimer ??= clock.after(batchEveryMs, () => void flushInBackground());
  }

  return {
    add(item) {
      if (count() >= waitingAtMost) return false;
      waiting.push(item);
      if (waiting.length === batchSize) void flushInBackground();
      else flushLater();
      return true;
    },
    flush,
    async close() {
      await flushInBackground();
      cancelTimer?.();
    },
  };
}
