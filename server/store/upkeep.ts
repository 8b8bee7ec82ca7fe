/**
 * Keeps the database small and free of clear values: freed space returns to the disk, and values that older server
 * versions wrote in clear are emptied, in small steps while servers run.
 */
import { setImmediate as nextTransition } from 'node:timers/promises';
import { sql } from 'kysely';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Store } from './store.ts';

/** How often a server runs the upkeep. */
export const upkeepEveryMs = 10_000;
/** The age at which an unsettled write loses its hash: the rollout of a release is over by then. */
const hashKeptMs = 24 * 60 * 60_000;
const rowsAtOnce = 200;
/** 1 MiB of pages: a smaller amount is not worth a transaction. */
const pagesAtOnce = 256;

/**
 * Creates the upkeep.
 * @param deps.now milliseconds since the epoch
 * @returns does all work that is due now; a failure is logged. If `stopping` is aborted, it returns no more pages
 *   to the disk after the current step
 */
export function createUpkeep(deps: {
  store: Store;
  log: Log;
  now: () => number;
}): (stopping?: AbortSignal) => Promise<void> {
  const { store, log, now } = deps;
  return async (stopping) => {
    try {
      if (await hasPlain(store, now())) await emptyPlain(store, now);
      if (store.kind === 'sqlite') await returnFreePages(store, () => stopping?.aborted ?? false);
    } catch (error) {
      log('store.upkeep_failed', describeError(error));
    }
  };
}

/** Literals, not parameters, so that the database can use its partial indexes. */
const plainHashes = (nowMs: number) => sql`select id from writes where body_sha256 <> ''
  and (state = 'settled' or updated_at < ${sql.lit(nowMs - hashKeptMs)}) limit ${sql.lit(rowsAtOnce)}`;
const plainProgress = sql`select id from journeys where step <> '' or state = 'finished' limit ${sql.lit(rowsAtOnce)}`;

async function hasPlain(store: Store, nowMs: number): Promise<boolean> {
  for (const plain of [plainHashes(nowMs), plainProgress])
    if ((await plain.execute(store.db)).rows.length > 0) return true;
  return false;
}

async function emptyPlain(store: Store, now: () => number): Promise<void> {
  const isSqlite = store.kind === 'sqlite';
  // Overwrites deleted values on the disk too.
  if (isSqlite) await sql`pragma secure_delete = on`.execute(store.db);
  for (let rows = 1n; rows > 0n; ) {
    const hashes = await sql`update writes set body_sha256 = '' where id in (${plainHashes(now())})`.execute(
      store.db,
    );
    const journeys =
      await sql`update journeys set step = '', state = replace(state, 'finished', 'open') where id in (${plainProgress})`.execute(
        store.db,
      );
    rows = (hashes.numAffectedRows ?? 0n) + (journeys.numAffectedRows ?? 0n);
  }
  if (!isSqlite) return;
  await sql`pragma secure_delete = fast`.execute(store.db);
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
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
    // No page was freed: a large file of an older version, which keeps its free pages (server/store/README.md).
    if (isStopped() || left < pagesAtOnce || left >= before) break;
    before = left;
    await nextTransition();
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
}
