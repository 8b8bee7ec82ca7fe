/**
 * Whether the database takes writes. A database that can only be read, or whose disk is full, responds to reads, so a
 * read says nothing about it.
 */
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { noLease } from './lease-columns.ts';
import { freeBytesOf, spareBytes } from './sqlite-file.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** A row of `periodic_jobs` that no queue works on. */
const rowName = 'write_probe';
/** How long a result is used, in milliseconds. */
export const keptMs = 3_000;

/**
 * Creates the probe. It writes one row, at most every three seconds, and callers share the result.
 * @returns whether the database took the last write; it waits for a write that is running, and never rejects
 */
export function createWriteProbe({ store, clock }: { store: Store; clock: Clock }): () => Promise<boolean> {
  let result: Promise<boolean> | null = null;
  let endsAtMs = Number.POSITIVE_INFINITY;
  return () => {
    if (result && clock.elapsed() < endsAtMs) return result;
    endsAtMs = Number.POSITIVE_INFINITY;
    result = probe(store, clock.now())
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        endsAtMs = clock.elapsed() + keptMs;
      });
    return result;
  };
}

async function probe(store: Store, nowMs: number): Promise<void> {
  await store.db
    .insertInto('periodic_jobs')
    .values({ name: rowName, seen_until: nowMs, fence: 0, ...noLease })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ seen_until: nowMs }))
    .execute();
  await needSpace(store);
}

/**
 * Checks that the disk of the database has a megabyte left, without a change of the database: a small write can succeed
 * on a full disk, in the space of deleted rows.
 * @throws StoreUnavailable, or Error, if it has not
 */
export async function needSpace(store: Store): Promise<void> {
  if (store.kind === 'postgres') return store.transaction(spill);
  if ((await freeBytes(store.db)) < spareBytes) throw new Error('The disk of SQLITE_FILE is full.');
}

/** Reads the free space of the disk of an embedded database, in bytes. */
export async function freeBytes(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return freeBytesOf(rows[0]?.file ?? '');
}

/** Sorts a megabyte with little memory: PostgreSQL writes it to a temporary file beside the data. */
async function spill(trx: Kysely<Tables>): Promise<void> {
  await sql`set local work_mem = '64kB'`.execute(trx);
  await sql`
    select max(line) from (
      select repeat(md5(n::text), 16) as line from generate_series(1, 2000) as n order by line offset 0
    ) as lines`.execute(trx);
}
