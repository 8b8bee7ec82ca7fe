/** Removes what deleted rows leave in the files of a database: free pages, the log, old versions of rows. */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** How many pages SQLite returns to the disk in one transaction. */
const pagesAtOnce = 256;
const checkpointsAtMost = 20;
const checkpointPauseMs = 50;
/** A larger table of data keys is not rewritten, because every reader would wait for it. */
const rewrittenAtMostBytes = 64 * 1024 * 1024;

const isPostgres = (db: Kysely<Tables>) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Runs `work`, whose deletions SQLite overwrites with zeros. PostgreSQL keeps old versions of rows until it vacuums. */
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
 * data keys, unless that is large.
 */
export async function eraseTraces(db: Kysely<Tables>): Promise<void> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ bytes: number }>`
      select pg_total_relation_size('customer_keys') as bytes`.execute(db);
    if ((rows[0]?.bytes ?? 0) <= rewrittenAtMostBytes) await sql`vacuum full customer_keys`.execute(db);
    return;
  }
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
    const free = rows[0]?.freelist_count ?? 0;
    // If no page was freed, a version without incremental vacuum created the file (store/README.md).
    if (free === 0 || free >= before) break;
    before = free;
    await sql`pragma incremental_vacuum(${sql.lit(pagesAtOnce)})`.execute(db);
  }
  await emptyLog(db);
}

/** Another process that reads just now keeps the log from being emptied, for a moment. */
async function emptyLog(db: Kysely<Tables>): Promise<void> {
  for (let tries = 1; tries <= checkpointsAtMost; tries += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    await new Promise((done) => setTimeout(done, checkpointPauseMs));
  }
}
