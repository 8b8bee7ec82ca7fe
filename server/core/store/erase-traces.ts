/** Removes what deleted rows leave in the files of a database: free pages, the log, old versions of rows. */
import { type Kysely, sql } from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import { freePages } from './free-pages.ts';
import { isPostgres } from './is-postgres.ts';
import { lockNotAvailable } from './postgres.ts';
import type { Tables } from './tables.ts';

const triesAtMost = 20;
const pauseMs = 50;
/** Everyone who needs a data key waits behind the rewriting of its table. */
const lockedWithinMs = 500;
/** A larger table of data keys is not rewritten, because every reader would wait for it. */
const rewrittenAtMostBytes = 64 * 1024 * 1024;

/** Runs `work`. SQLite overwrites what it deletes with zeros; PostgreSQL keeps old versions of rows until a vacuum. */
export async function overwritingDeleted<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  if (isPostgres(db)) return work();
  await sql`pragma secure_delete = on`.execute(db);
  try {
    return await work();
  } finally {
    await sql`pragma secure_delete = fast`.execute(db);
  }
}

/**
 * Returns all free pages of SQLite to the disk and empties its log, in steps. On PostgreSQL it rewrites the table of
 * data keys, unless that is larger than 64 MiB.
 * @param db outside any transaction
 * @returns false if another connection still keeps something that was deleted: try again later
 */
export const eraseTraces = (db: Kysely<Tables>): Promise<boolean> =>
  isPostgres(db) ? rewriteKeys(db) : shrinkFile(db);

async function rewriteKeys(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_total_relation_size('customer_keys') as bytes`.execute(db);
  if ((rows[0]?.bytes ?? 0) > rewrittenAtMostBytes) return true;
  if (!(await haveOlderEnded(db))) return false;
  return db.connection().execute(async (connection) => {
    await sql`set lock_timeout = ${sql.lit(lockedWithinMs)}`.execute(connection);
    try {
      // A vacuum would only warn a role that may not rewrite the table.
      await sql`cluster customer_keys using customer_keys_pkey`.execute(connection);
      return true;
    } catch (error) {
      if (error instanceof StoreUnavailable && error.code === lockNotAvailable) return false;
      throw error;
    } finally {
      await sql`reset lock_timeout`.execute(connection);
    }
  });
}

/**
 * Waits a moment for the transactions that began before now: the rewritten table keeps what one of them may still read.
 * A transaction that writes to another database of the same server counts too.
 */
async function haveOlderEnded(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select txid_current()::text as id`.execute(db);
  const id = BigInt(rows[0]?.id ?? 0);
  const shortId = sql.lit(String(BigInt.asUintN(32, id)));
  return tryOften(async () => {
    const { rows } = await sql<{ ended: boolean }>`
      select txid_snapshot_xmin(txid_current_snapshot()) >= ${sql.lit(String(id))}::bigint and not exists (
        select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and age(backend_xmin) > age(${shortId}::xid)
      ) as ended`.execute(db);
    return rows[0]?.ended === true;
  });
}

async function shrinkFile(db: Kysely<Tables>): Promise<boolean> {
  await freePages(db, { least: 1 });
  // Another process that reads just now keeps the log from being emptied, for a moment.
  return tryOften(async () => {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    return rows[0]?.busy === 0;
  });
}

/** @returns false if `isDone` has not held for a second */
async function tryOften(isDone: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; tries <= triesAtMost; tries += 1) {
    if (await isDone()) return true;
    await new Promise((done) => setTimeout(done, pauseMs));
  }
  return false;
}
