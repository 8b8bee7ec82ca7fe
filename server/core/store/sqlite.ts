/** The embedded store: one file, write-ahead log, every commit on disk before it is acknowledged. */
import { statSync } from 'node:fs';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { StoreUnavailable } from '../errors.ts';
import { DatabaseSync } from '../required-node.ts';
import { closeToOthers } from './sqlite-file.ts';

const movedCode = 'SQLITE_READONLY_DBMOVED';
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
 * Opens or creates the file, and creates its dialect with one connection. Its statements reject with StoreUnavailable
 * if another process locks the file for five seconds, from the first one that waits, or the file is read-only or out of
 * reach, or the disk is full; what writes, and each transaction, also if the file was deleted or replaced since.
 * @param onExposed called with the suffix of each database file that others can read and that cannot be changed.
 *   @default nothing
 * @throws Error of SQLite or of the system, if the file cannot be opened
 */
export function sqliteDialect(file: string, onExposed: (suffix: string) => void = () => {}): Dialect {
  for (const suffix of closeToOthers(file)) onExposed(suffix);
  const database = openDatabase(file);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(database, refuseIfMoved(file)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyLimitMs });
  // Before the first table: SQLite then records its free pages, and upkeep.ts returns them to the disk.
  database.exec('pragma auto_vacuum = incremental');
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = ${logBytes}`,
  );
  // A page that a new table reuses keeps nothing of its former content.
  database.exec('pragma secure_delete = fast');
  // From here on the server waits itself, because SQLite's own wait would block the whole process.
  database.exec('pragma busy_timeout = 0');
  return database;
}

/**
 * Creates the check before each write that the files are still those that were opened. SQLite goes on with a file that was
 * deleted or replaced, and the next process would have nothing of what it writes.
 * @returns it throws StoreUnavailable
 */
function refuseIfMoved(file: string): () => void {
  // SQLite creates the log and its index with the first write.
  const opened = new Map<string, string>();
  const check = () => {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) {
      const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? {};
      const place = `${dev} ${ino}`;
      if (ino !== undefined && !opened.has(path)) opened.set(path, place);
      else if ((opened.get(path) ?? place) !== place)
        throw new StoreUnavailable(new Error('a database file was deleted or replaced'), movedCode);
    }
  };
  check();
  return check;
}

/** Kysely's driver over node:sqlite. Kysely's own driver takes several more promises for each statement. */
function createDriver(database: DatabaseSync, checkFile: () => void): Driver {
  const execute = createExecute(database);
  const { whenFree, wasFree } = createBusyWait();
  const run = async (text: string) => void (await whenFree(() => execute(text, [])));
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => {
      if (!database.isTransaction && !sql.startsWith('select ')) checkFile();
      return whenFree(() => execute(sql, parameters)) as Promise<QueryResult<never>>;
    },
    streamQuery() {
      throw new Error('the embedded store streams no rows');
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    // A transaction that reads first and writes later would fail, not wait, if another process wrote in between.
    beginTransaction: async () => {
      checkFile();
      await run('begin immediate');
      wasFree();
    },
    commitTransaction: () => run('commit'),
    // On a full disk SQLite has rolled back by itself. The error that there is nothing to roll back would hide the
    // cause.
    rollbackTransaction: async () => void (database.isTransaction && (await run('rollback'))),
    releaseConnection: async () => {},
    destroy: async () => database.close(),
  };
}

interface Prepared {
  statement: StatementSync;
  /** Whether it has rows as its result. */
  isReader: boolean;
}

/** How many statements are kept prepared. There are fewer texts, except for lists of different lengths. */
const rememberedStatements = 200;

/**
 * Creates the execution of a statement, which is prepared once. A prepared statement keeps a copy of its last
 * parameters, also a part of a document, until it is bound again or collected.
 */
function createExecute(database: DatabaseSync) {
  const cache = new LRUCache<string, Prepared>({ max: rememberedStatements });

  function prepare(text: string): Prepared {
    const statement = database.prepare(text);
    // A pragma that frees pages continues while rows are requested, although it returns none.
    const prepared = { statement, isReader: statement.columns().length > 0 || text.startsWith('pragma ') };
    cache.set(text, prepared);
    return prepared;
  }

  return (text: string, parameters: readonly unknown[]): QueryResult<unknown> => {
    const { statement, isReader } = cache.get(text) ?? prepare(text);
    const values = parameters as readonly SQLInputValue[];
    if (isReader) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}

/**
 * Creates the wait for a file that another process locks. Statements run one after the other. After one has waited for the
 * whole limit and failed, the next ones are tried once each while the lock lasts.
 */
function createBusyWait() {
  /** When a statement is patient again, if no other one finds the file locked before. */
  let patientAt = 0;
  return {
    /** Retries a statement that found the file locked: it has changed nothing. */
    async whenFree<T>(work: () => T): Promise<T> {
      const startedAt = performance.now();
      const endsAt = startedAt < patientAt ? startedAt : startedAt + busyLimitMs;
      for (;;) {
        try {
          return work();
        } catch (error) {
          const code = codeOf(error);
          const now = performance.now();
          if (code === busyCode && now <= endsAt) {
            await sleep(busyPauseMs);
            continue;
          }
          if (code === busyCode) patientAt = now + busyLimitMs;
          throw outOfReach.has(code) ? new StoreUnavailable(error, outOfReach.get(code)) : error;
        }
      }
    },
    /** The lock has ended. */
    wasFree() {
      patientAt = 0;
    },
  };
}

/** SQLite's primary code, without its extension; 0 without a code. */
const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : 0;
