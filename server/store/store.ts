/** The server's memory: SQLite by default, PostgreSQL where a database address is given; both behave alike. */
import { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export interface Store {
  db: Kysely<Tables>;
  /** Commits when `work` resolves, rolls back when it throws. Inside it only `trx` is used, and nothing waits for a network. */
  transaction<T>(work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openStore(settings: {
  databaseUrl?: string | undefined;
  sqliteFile: string;
}): Promise<Store> {
  const kind = settings.databaseUrl ? 'postgres' : 'sqlite';
  const db = new Kysely<Tables>({
    dialect: settings.databaseUrl
      ? postgresDialect(settings.databaseUrl)
      : sqliteDialect(settings.sqliteFile),
  });
  await migrate(db, kind);
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  };
}
