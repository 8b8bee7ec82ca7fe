/** Looks for writes that are due and that nobody holds: retries whose wait is over, and what a dead process left. */
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import type { Rows } from './rows.ts';

const everyMs = 500;
/** So many at once at most; the rest stays for the next look, or for another process. */
const atOnce = 16;

export function createWorker(
  rows: Rows,
  begin: (id: string) => Promise<boolean>,
  underWay: ReadonlyMap<string, unknown>,
  log: Log,
) {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const free = atOnce - underWay.size;
      if (free > 0) for (const { id } of await rows.due(free)) await begin(id);
    } catch (error) {
      log('write.worker_failed', describeError(error));
    }
  }

  function next(): void {
    timer = setTimeout(() => {
      looking = look().then(() => {
        if (timer) next();
      });
    }, everyMs);
    timer.unref();
  }

  return {
    start(): void {
      if (!timer) next();
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      timer = undefined;
      await looking;
    },
  };
}
