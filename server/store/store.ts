/** The server's database: SQLite by default, PostgreSQL with a database address; both behave alike. */
import type { JWK } from 'jose';
import { type Dialect, Kysely } from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import { migrate } from './migrate.ts';
import { answerWithinMs, postgresDialect } from './postgres.ts';
import { type KeysDatabase, KeysUnavailable, openSeparateKeys } from './separate-keys.ts';
import { sqliteDialect } from './sqlite.ts';
import { createStoreKeys } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** The open database. */
export interface Store {
  kind: 'sqlite' | 'postgres';
  /**
   * Statements, also those of transactions, reject with StoreUnavailable if the database is out of reach, full or
   * read-only. On PostgreSQL a text with a NUL rejects with Problem 400 `bad_request`.
   */
  db: Kysely<Tables>;
  /** The database of the data keys, with the one table `customer_keys`; null if the table is in `db`. */
  separateKeys: Kysely<Tables> | null;
  /**
   * Commits when `work` resolves, rolls back when it throws. Inside it use only `trx`, and never wait for a network.
   * @throws what `work` throws; StoreUnavailable, also if it is not known whether the transaction was committed
   */
  transaction<T>(work: (trx: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Closes all connections. */
  close(): Promise<void>;
}

interface StoreSettings {
  databaseUrl?: string | undefined;
  sqliteFile: string;
  /** Where the data keys are, if not in the database of the data. @default in the database of the data */
  keysDatabase?: KeysDatabase | null;
  /** Required if an earlier version created the database. @default none */
  storeKeys?: readonly JWK[];
  /**
   * Called with the suffix of each SQLite file that other users can read and that cannot be changed.
   * @default nothing
   */
  onExposed?: (suffix: string) => void;
}

/** A store cannot be opened. The message is a sentence for the operator. */
export class StoreNotOpened extends Error {
  override name = 'StoreNotOpened';
}

/**
 * Opens the database, runs the missing migrations, and opens the database of the data keys.
 * @throws StoreNotOpened with a sentence for the operator: which store cannot be opened, and why
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  try {
    return await open(settings);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    const setting =
      error instanceof KeysUnavailable
        ? error.setting
        : settings.databaseUrl
          ? 'DATABASE_URL'
          : 'SQLITE_FILE';
    throw new StoreNotOpened(`The store at ${setting} cannot be opened for writing: ${reason}.`, {
      cause: error,
    });
  }
}

async function open(settings: StoreSettings): Promise<Store> {
  const { databaseUrl, sqliteFile, storeKeys, onExposed, keysDatabase = null } = settings;
  const db = databaseUrl
    ? await openPostgres(databaseUrl, storeKeys)
    : await migrated('sqlite', sqliteDialect(sqliteFile, onExposed), storeKeys);
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const separateKeys = await openSeparateKeys(kind, db, keysDatabase).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  return {
    kind,
    db,
    separateKeys,
    async transaction(work) {
      const callbacks: (() => void)[] = [];
      const result = await db.transaction().execute((trx) => {
        afterCommits.set(trx, callbacks);
        return work(trx);
      });
      for (const callback of callbacks) callback();
      return result;
    },
    async close() {
      await separateKeys?.destroy();
      await db.destroy();
    },
  };
}

/** The callbacks of each open transaction after its commit. */
const afterCommits = new WeakMap<Kysely<Tables>, (() => void)[]>();

/**
 * Calls `callback` right after the commit of a transaction of `Store.transaction`; never after a rollback. It
 * must not throw.
 * @throws Error if `trx` is not such a transaction
 */
export function afterCommit(trx: Kysely<Tables>, callback: () => void): void {
  const callbacks = afterCommits.get(trx);
  if (!callbacks) throw new Error('not inside Store.transaction');
  callbacks.push(callback);
}

type Keys = StoreSettings['storeKeys'];

/** Migrations have no time limit; the statements after them have one. */
async function openPostgres(databaseUrl: string, keys: Keys): Promise<Kysely<Tables>> {
  const unlimited = await migrated('postgres', postgresDialect(databaseUrl), keys);
  await unlimited.destroy();
  return new Kysely({ dialect: postgresDialect(databaseUrl, answerWithinMs) });
}

async function migrated(kind: 'sqlite' | 'postgres', dialect: Dialect, keys: Keys): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db, kind, keys ? createStoreKeys(keys) : null);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * SQLite's sentence, or the code of the system or of PostgreSQL; never an address or a path. Null for a defect of the
 * server.
 */
function reasonOf(error: unknown): string | null {
  if (error instanceof KeysUnavailable) return reasonOf(error.cause);
  const told = error instanceof StoreUnavailable ? error.cause : error;
  if (!(told instanceof Error)) return null;
  if ('errstr' in told) return String(told.errstr);
  return 'code' in told ? String(told.code) : null;
}
