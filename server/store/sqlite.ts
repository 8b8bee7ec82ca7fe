/** The embedded store: one file, write-ahead log, every commit on disk before it is acknowledged. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { StoreUnavailable } from '../errors.ts';
import { closeToOthers, vacuumIncrementally } from './sqlite-file.ts';

/** How long one process waits for another's transaction. */
const busyLimitMs = 5_000;
const busyPauseMs = 5;
const busyCode = 5;
/** Errors outside the server's control, by SQLite's codes. */
const outOfReach = new Map([
  [busyCode, 'SQLITE_BUSY'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
]);

/** The log is cut back to this size after it was larger. */
const logBytes = 4 * 1024 * 1024;

/**
 * Creates the dialect.
 * @param onExposed called with the suffix of each database file that others can read and that cannot be changed.
 *   @default nothing
 */
export function sqliteDialect(file: string, onExposed: (suffix: string) => void = () => {}): Dialect {
  for (const suffix of closeToOthers(file)) onExposed(suffix);
  return new WaitingDialect({ database: kyselyDatabase(openDatabase(file)) });
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyLimitMs });
  vacuumIncrementally(database);
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = ${logBytes}`,
  );
  // A page that a new table reuses keeps nothing of its former content.
  database.exec('pragma secure_delete = fast');
  // From here on the server waits itself, because SQLite's own wait would block the whole process.
  database.exec('pragma busy_timeout = 0');
  return database;
}

/** The driver interface that Kysely expects, over node:sqlite. */
const kyselyDatabase = (database: DatabaseSync): SqliteDatabase => {
  const statementOf = rememberStatements(database);
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = statementOf(givenAs(text, database));
      return {
        // A pragma that frees pages continues while rows are requested, although it returns none.
        reader: statement.columns().length > 0 || text.startsWith('pragma '),
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      };
    },
  };
};

function givenAs(text: string, database: DatabaseSync): string {
  // A transaction that reads first and writes later would fail, not wait, if another process wrote in between.
  if (text === 'begin') return 'begin immediate';
  // On a full disk SQLite has rolled back by itself; the error that there is nothing to roll back would hide the cause.
  if (text === 'rollback' && !database.isTransaction) return 'select 1';
  return text;
}

/** How many statements are kept prepared. There are fewer texts, except for lists of different lengths. */
const rememberedStatements = 200;

/**
 * Caches prepared statements. A statement keeps a copy of its last parameters, also a part of a document, until it is
 * bound again or collected.
 */
function rememberStatements(database: DatabaseSync): (text: string) => StatementSync {
  const statements = new Map<string, StatementSync>();
  return (text) => {
    const statement = statements.get(text) ?? database.prepare(text);
    // Moves the last used one to the end, so that the least recently used is first.
    statements.delete(text);
    statements.set(text, statement);
    const [oldest] = statements.keys();
    if (oldest !== undefined && statements.size > rememberedStatements) statements.delete(oldest);
    return statement;
  };
}

class WaitingDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor({ database }: { database: SqliteDatabase }) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new WaitingDriver({ database: this.#database });
  }
}

class WaitingDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => whenFree(() => connection.executeQuery(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }
}

/** Retries a statement that found the file locked: it has changed nothing. */
async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + busyLimitMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const code = codeOf(error);
      if (code === busyCode && performance.now() <= endsAt) await sleep(busyPauseMs);
      else throw outOfReach.has(code) ? new StoreUnavailable(error, outOfReach.get(code)) : error;
    }
  }
}

/** SQLite's primary code, without its extension; 0 without a code. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : 0;
