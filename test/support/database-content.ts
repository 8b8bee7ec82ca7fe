/** What a database holds, to show that a command changes nothing in it. */
import { Kysely, sql } from 'kysely';
import { postgresDialect } from '../../server/core/store/postgres.ts';
import { sqliteDialect } from '../../server/core/store/sqlite.ts';
import type { StoreSettings } from './test-stores.ts';

/** Reads the columns of all tables, and how many rows each has. The file of SQLite must exist. */
export async function databaseContent({ databaseUrl, sqliteFile }: StoreSettings) {
  const db = new Kysely<unknown>({
    dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(sqliteFile),
  });
  try {
    const content = [];
    for (const table of await db.introspection.getTables()) {
      const { rows } = await sql`select count(*) as count from ${sql.table(table.name)}`.execute(db);
      content.push({ ...table, rows });
    }
    return content;
  } finally {
    await db.destroy();
  }
}
