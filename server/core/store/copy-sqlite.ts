/**
 * Copies an embedded database while servers write to it.
 *
 * `VACUUM INTO` reads one state of the database and blocks no writer. SQLite's other way, the backup API, begins again
 * after each write of another process: under load it never ends. The copy also has no freed pages.
 */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from '../required-node.ts';

/** How long the copy waits for a database that another process rewrites, in milliseconds. */
const busyLimitMs = 60_000;

/**
 * Copies a database into a new file that only its owner can read, and checks the copy. Blocks the process meanwhile.
 * @param to a file that does not exist, in a folder that exists
 * @throws Error with a sentence for the operator; there is no copy then
 */
export function copySqlite(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`${from} does not exist.`);
  // SQLite writes into an empty file and keeps its mode.
  try {
    closeSync(openSync(to, 'wx', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      code === 'EEXIST' ? `${to} exists. Name a new file.` : `${to} cannot be written (${code}).`,
    );
  }
  try {
    withDatabase(from, (database) => database.prepare('vacuum into ?').run(to));
    const found = withDatabase(to, (copy) => copy.prepare('pragma quick_check').get());
    if (found?.quick_check !== 'ok') throw new Error(`${from} is damaged.`);
  } catch (error) {
    rmSync(to);
    throw 'errstr' in (error as object)
      ? new Error(`${from} cannot be copied: ${(error as { errstr: string }).errstr}.`, { cause: error })
      : error;
  }
}

function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { timeout: busyLimitMs });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
