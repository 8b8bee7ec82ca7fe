/** The server's database: SQLite by default, PostgreSQL with a database address; both behave alike. */
import { accessSync } from 'node:fs';
import { type Dialect, Kysely } from 'kysely';
import { StoreNotOpened, StoreNotReady, StoreUnavailable } from '../errors.ts';
import { type MigrationProgress, migrate, migrations, missingMigrations } from './migrate.ts';
import { answerWithinMs, postgresDialect } from './postgres.ts';
import { readOnlySession } from './postgres-hosts.ts';
import { type KeysDatabase, KeysUnavailable, openSeparateKeys } from './separate-keys.ts';
import { sqliteDialect } from './sqlite.ts';
import { isDiskFull } from './sqlite-file.ts';
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
  /**
   * Called with the suffix of each SQLite file that other users can read and that cannot be changed.
   * @default nothing
   */
  onExposed?: (suffix: string) => void;
  /**
   * Whether to leave a database unchanged that a server has not brought up to date: a command must not migrate what
   * servers of another version use, and a mistyped path must not become an empty database. @default false
   */
  mustExist?: boolean;
  /** Hears of the migrations. @default nobody */
  progress?: MigrationProgress;
}

/**
 * Opens the database, runs the missing migrations, and opens the database of the data keys.
 * @throws StoreNotOpened with a sentence for the operator: which store cannot be opened, and why; StoreNotReady with
 *   `mustExist`
 */
export const openStore = (settings: StoreSettings): Promise<Store> => inWords(settings, () => open(settings));

/** @throws StoreNotOpened in place of an error of the database */
async function inWords<T>(settings: StoreSettings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = databaseReason(error);
    if (reason === null) throw error;
    const setting =
      error instanceof KeysUnavailable
        ? error.setting
        : settings.databaseUrl
          ? 'DATABASE_URL'
          : 'SQLITE_FILE';
    // Without space, SQLite reports an I/O error.
    const isFull = setting === 'SQLITE_FILE' && (await isDiskFull(settings.sqliteFile));
    throw new StoreNotOpened(
      `The store at ${setting} cannot be opened for writing: ${reason}${isFull ? '; the disk is full' : ''}.`,
      {
        cause: error,
      },
    );
  }
}

async function open(settings: StoreSettings): Promise<Store> {
  const { databaseUrl, sqliteFile, onExposed, keysDatabase = null, mustExist = false } = settings;
  if (mustExist && !databaseUrl && isMissing(sqliteFile))
    throw new StoreNotReady(
      'The file of SQLITE_FILE does not exist. A server creates it as it starts: check the path, or start the server.',
    );
  const db = databaseUrl
    ? await openPostgres(databaseUrl, settings)
    : await migrated('sqlite', sqliteDialect(sqliteFile, onExposed), settings);
  const separateKeys = await openSeparateKeys(db, keysDatabase, !mustExist).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  return {
    kind: databaseUrl ? 'postgres' : 'sqlite',
    db,
    separateKeys,
    async transaction(work) {
      const callbacks: (() => void)[] = [];
      // A stricter default of the database would refuse transactions that run at the same time.
      const isolated = databaseUrl ? db.transaction().setIsolationLevel('read committed') : db.transaction();
      const result = await isolated.execute((trx) => {
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

/** Migrations have no time limit; the statements after them have one. */
async function openPostgres(databaseUrl: string, settings: StoreSettings): Promise<Kysely<Tables>> {
  const unlimited = await migrated('postgres', postgresDialect(databaseUrl), settings);
  await unlimited.destroy();
  return new Kysely({ dialect: postgresDialect(databaseUrl, answerWithinMs) });
}

/** A path through what is no folder is another fault, which the opening names. */
function isMissing(file: string): boolean {
  try {
    accessSync(file);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

/**
 * Lists the migrations that the database of the settings lacks, and leaves it unchanged. All of them if there is none.
 * @throws StoreNotOpened
 */
export async function pendingMigrations(settings: StoreSettings): Promise<string[]> {
  const { databaseUrl, sqliteFile } = settings;
  if (!databaseUrl && isMissing(sqliteFile)) return migrations.map(([name]) => name);
  return inWords(settings, async () => {
    const db = new Kysely<Tables>({
      dialect: databaseUrl ? postgresDialect(databaseUrl, answerWithinMs) : sqliteDialect(sqliteFile),
    });
    return missingMigrations(db).finally(() => db.destroy());
  });
}

async function requireMigrated(db: Kysely<Tables>): Promise<void> {
  const missing = await missingMigrations(db);
  if (missing.length === 0) return;
  const count = missing.length === 1 ? '1 migration is' : `${missing.length} migrations are`;
  throw new StoreNotReady(
    `${count} pending: ${missing.join(', ')}. Run "dx-booking migrate", or start a server of this version.`,
  );
}

async function migrated(
  kind: 'sqlite' | 'postgres',
  dialect: Dialect,
  { mustExist = false, progress }: StoreSettings,
): Promise<Kysely<Tables>> {
  const db = new Kysely<Tables>({ dialect });
  try {
    if (mustExist) await requireMigrated(db);
    else await migrate(db, kind, migrations, progress);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** SQLite's code of a statement that does not fit the tables. Its message then names a table or a column, and no value. */
const sqlLogicError = 1;

/** What an operator of PostgreSQL can change, by its codes. */
const postgresReasons = new Map([
  [readOnlySession, 'it is read-only, or a standby'],
  ['08P01', 'a connection pooler before it does not take the settings of a connection (08P01)'],
  ['28P01', 'it refuses the password (28P01)'],
  ['3D000', 'it has no database of this name (3D000)'],
  ['53300', 'it has no connection left (53300)'],
  ['42501', 'its role lacks a right, such as the one to create tables (42501)'],
  ['42P01', 'it lacks a table (42P01)'],
  ['3F000', 'the search_path of its role names no schema that exists (3F000)'],
]);

/**
 * Reads why a database failed: SQLite's sentence, ours, or the code of the system or of PostgreSQL; never an address, a path
 * or a value. Null for an error without a code, which is a defect of the server.
 */
export function databaseReason(error: unknown): string | null {
  const cause = error instanceof StoreUnavailable || error instanceof KeysUnavailable ? error.cause : error;
  if (cause !== error) return databaseReason(cause);
  if (!(cause instanceof Error)) return null;
  if ('errstr' in cause)
    return 'errcode' in cause && cause.errcode === sqlLogicError ? cause.message : String(cause.errstr);
  if (!('code' in cause)) return null;
  const code = String(cause.code);
  return postgresReasons.get(code) ?? code;
}
