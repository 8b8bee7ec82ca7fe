/** Keeps the file of the embedded database small: the space of deleted rows returns to the disk. */
import { sql } from 'kysely';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import { freePages, pagesAtOnce } from './free-pages.ts';
import type { Store } from './store.ts';

/** How often a server runs the upkeep. */
export const upkeepEveryMs = 10_000;

/**
 * Creates the upkeep. It does nothing on PostgreSQL, which has a vacuum of its own.
 * @returns does all work that is due now; a failure is logged. If `stopping` is aborted, it returns no more pages
 *   to the disk after the current step
 */
export function createUpkeep(deps: { store: Store; log: Log }): (stopping?: AbortSignal) => Promise<void> {
  const { store, log } = deps;
  return async (stopping) => {
    if (store.kind !== 'sqlite') return;
    try {
      // A smaller amount is not worth a transaction.
      const isFreed = await freePages(store.db, {
        least: pagesAtOnce,
        isStopped: () => stopping?.aborted ?? false,
      });
      if (isFreed) await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    } catch (error) {
      log('store.upkeep_failed', describeError(error));
    }
  };
}
