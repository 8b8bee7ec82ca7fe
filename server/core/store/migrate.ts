/**
 * Brings the tables up to date: each migration once, in order, in one transaction, by the first of several processes
 * that start together.
 *
 * Two versions of the server run on one database during a release. So, from the first tagged release on, a migration
 * only adds: tables, indexes that are not unique, and columns that are nullable or have a default. A server ignores
 * migrations that it does not know. server/upgrade.md has the rule, CONTRIBUTING.md says how to change a table.
 *
 * Kysely's own Migrator is not used: it refuses a database with migrations that it does not know, so that a server
 * could not restart once another one runs the next release, and with SQLite it runs outside a transaction.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { createSchema } from './schema.ts';
import type { Tables } from './tables.ts';

/** A migration: its name, and the function that applies it in the transaction of all migrations. */
export type Migration = [name: string, apply: (db: Kysely<never>) => Promise<void>];

/** In the order in which they are applied; names are never changed. */
export const migrations: readonly Migration[] = [['0001-schema', createSchema]];

interface Applied {
  migrations: { name: string; applied_at: number };
}

/** Any number that nothing else in the same database locks. */
const lockNumber = 7_201_904_226;

/** Lists the migrations that a database lacks, without a change of it. All of them for an empty database. */
export async function missingMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'migrations')) return migrations.map(([name]) => name);
  const applied = db as unknown as Kysely<Applied>;
  const rows = await applied.selectFrom('migrations').select('name').execute();
  return migrations.map(([name]) => name).filter((name) => !rows.some((row) => row.name === name));
}

/**
 * Runs the missing migrations in one transaction: after an error the database is unchanged.
 * @param known the migrations of this version. @default all of them
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: 'sqlite' | 'postgres',
  known: readonly Migration[] = migrations,
): Promise<void> {
  await db.transaction().execute(async (tables) => {
    // SQLite's transactions take the write lock as they begin (sqlite.ts).
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(tables);
    const trx = tables as unknown as Transaction<Applied>;
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const rows = await trx.selectFrom('migrations').select('name').execute();
    const done = new Set(rows.map((row) => row.name));
    for (const [name, apply] of known) {
      if (done.has(name)) continue;
      await apply(trx as unknown as Kysely<never>);
      await trx.insertInto('migrations').values({ name, applied_at: Date.now() }).execute();
    }
  });
}
