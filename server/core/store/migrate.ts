/**
 * Brings the tables up to date: each migration once, in order, by the first of several processes that start together.
 *
 * Other servers use the database during a migration. A statement that waits for a table blocks every later statement on that
 * table, for example while a dump holds it. So a migration waits at most a second for a table, then rolls back and retries.
 *
 * Two versions of the server run on one database during a release. So, from the first tagged release on, a migration
 * only adds: tables, indexes that are not unique, and columns that are nullable or have a default. A server ignores
 * migrations that it does not know. server/upgrade.md has the rule, CONTRIBUTING.md says how to change a table.
 *
 * Kysely's own Migrator is not used: it refuses a database with migrations that it does not know, so that a server
 * could not restart once another one runs the next release, and with SQLite it runs outside a transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import { isPostgres } from './is-postgres.ts';
import { lockNotAvailable } from './postgres.ts';
import { createSchema } from './schema.ts';
import type { Tables } from './tables.ts';

/**
 * A migration: its name, and the function that applies it in a transaction of its own. Change one table in it, so that
 * it does not hold one while it waits for another. With `outside` it runs outside a transaction on PostgreSQL, and must
 * begin again after it was cut off.
 */
export type Migration = [name: string, apply: (db: Kysely<never>) => Promise<void>, run?: 'outside'];

/**
 * Creates the migration of an index on a table that exists. PostgreSQL builds it while others write to the table.
 * @param definition such as `on writes (updated_at) where state = 'settled'`
 */
export const indexMigration = (name: string, index: string, definition: string): Migration => [
  name,
  async (db) => {
    const concurrently = sql.raw(isPostgres(db) ? 'concurrently' : '');
    // A build that was cut off leaves an index that nothing uses.
    await sql`drop index ${concurrently} if exists ${sql.ref(index)}`.execute(db);
    await sql`create index ${concurrently} ${sql.ref(index)} ${sql.raw(definition)}`.execute(db);
  },
  'outside',
];

/** In the order in which they are applied; names are never changed. */
export const migrations: readonly Migration[] = [['0001-schema', createSchema]];

/** What a migration does. */
export interface MigrationProgress {
  /** Called when a migration is applied. */
  onApplied?(name: string): void;
  /** Called when a migration could not have its table for a second and waits. @param tries how many times, from 1 */
  onWaiting?(name: string, tries: number): void;
}

type Applied = Kysely<{ migrations: { name: string; applied_at: number } }>;

/** Any number that nothing else in the same database locks. */
const lockNumber = 7_201_904_226;
/** How long a migration waits for a table, and how long it lets others pass before it tries again, in milliseconds. */
const lockWaitMs = 1_000;
const pauseMs = 2_000;
/** How often a process looks whether another one has finished its migrations, in milliseconds. */
const lookEveryMs = 200;

/** Lists the migrations that a database lacks, without a change of it. All of them for an empty database. */
export async function missingMigrations(
  db: Kysely<Tables>,
  known: readonly Migration[] = migrations,
): Promise<string[]> {
  const names = known.map(([name]) => name);
  if (!(await hasMigrations(db))) return names;
  const rows = await (db as unknown as Applied).selectFrom('migrations').select('name').execute();
  return names.filter((name) => !rows.some((row) => row.name === name));
}

/** Whether the table of applied migrations is there. Another schema of the same database can have one of that name. */
async function hasMigrations(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = 'migrations'`
    : sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
  ).execute(db);
  return rows.length > 0;
}

/**
 * Runs the missing migrations, each in a transaction. After an error the migrations before it are applied.
 * @param known the migrations of this version. @default all of them
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  known: readonly Migration[] = migrations,
  progress: MigrationProgress = {},
): Promise<void> {
  if ((await missingMigrations(db, known)).length === 0) return needWrites(db);
  await db.connection().execute(async (connection) => {
    if (kind === 'postgres') {
      // A limit of the role or the database would end the build of an index.
      await sql`set statement_timeout = 0`.execute(connection);
      await waitForOthers(connection);
    }
    try {
      await sql`create table if not exists migrations (name text not null primary key, applied_at bigint not null)`.execute(
        connection,
      );
      for (const migration of known) await applyOnce(connection, kind, migration, progress);
    } finally {
      if (kind === 'postgres') await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection);
    }
  });
}

/**
 * Checks that the database takes writes, without a change of it. The role of a server needs no right to create tables if
 * another role runs the migrations.
 * @throws the error of the database
 */
async function needWrites(db: Kysely<Tables>): Promise<void> {
  await sql`update migrations set applied_at = applied_at where false`.execute(db);
}

/** Locks the migrations. A statement that waited for the lock would hold up an index that is built concurrently. */
async function waitForOthers(connection: Kysely<Tables>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${lockNumber}) as locked`.execute(connection);
    if (rows[0]?.locked) return;
    await sleep(lookEveryMs);
  }
}

async function applyOnce(
  db: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  [name, apply, run]: Migration,
  { onApplied, onWaiting }: MigrationProgress,
): Promise<void> {
  async function unlessDone(trx: Kysely<Tables>): Promise<void> {
    const applied = trx as unknown as Applied;
    const done = await applied.selectFrom('migrations').where('name', '=', name).select('name').execute();
    if (done.length > 0) return;
    await apply(trx as unknown as Kysely<never>);
    await applied.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
    onApplied?.(name);
  }
  for (let tries = 1; ; tries++) {
    try {
      if (kind === 'postgres' && run === 'outside') return await unlessDone(db);
      return await db.transaction().execute(async (trx) => {
        if (kind === 'postgres') await sql`set local lock_timeout = ${sql.lit(lockWaitMs)}`.execute(trx);
        await unlessDone(trx);
      });
    } catch (error) {
      if (!isLocked(error)) throw error;
      onWaiting?.(name, tries);
      await sleep(pauseMs);
    }
  }
}

const isLocked = (error: unknown) => error instanceof StoreUnavailable && error.code === lockNotAvailable;
