/** Keeps the file of the embedded database small: the space of deleted rows returns to the disk. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Store } from './store.ts';

/** How often a server runs the upkeep. */
export const upkeepEveryMs = 10_000;
/** 1 MiB of pages: a smaller amount is not worth a transaction. */
const pagesAtOnce = 256;

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
      await returnFreePages(store, () => stopping?.aborted ?? false);
    } catch (error) {
      log('store.upkeep_failed', describeError(error));
    }
  };
}

/** In steps, so that requests are served in between. */
async function returnFreePages(store: Store, isStopped: () => boolean): Promise<void> {
  const free = async () => {
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(store.db);
    return rows[0]?.freelist_count ?? 0;
  };
  let before = await free();
  if (before < pagesAtOnce) return;
  for (;;) {
    await sql`pragma incremental_vacuum(${sql.lit(pagesAtOnce)})`.execute(store.db);
    const left = await free();
    // No page is freed if another program made the file without incremental vacuum.
    if (isStopped() || left < pagesAtOnce || left >= before) break;
    before = left;
    await nextTurn();
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
}
