/** The embedded store: one file, write-ahead log, every commit on disk before it is acknowledged. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Dialect, type SqliteDatabase, SqliteDialect } from 'kysely';

/** How long one process waits for another's commit. */
const busyTimeoutMs = 5_000;

export function sqliteDialect(file: string): Dialect {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  return new SqliteDialect({ database: kyselyDatabase(openDatabase(file)) });
}

function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return database;
}

/** What Kysely expects of a driver, over node:sqlite. */
const kyselyDatabase = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare: (text) => {
    // A transaction that reads first and writes later would fail at once, not wait, when another process wrote in between.
    const statement = database.prepare(text === 'begin' ? 'begin immediate' : text);
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...(values as SQLInputValue[])),
      run: (values) => statement.run(...(values as SQLInputValue[])),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
    };
  },
});
