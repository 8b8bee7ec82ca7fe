/** Databases that are copied under load and restored in another place. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { backup } from '../../../server/operate/cli/backup.ts';

interface Table {
  name: string;
  rows: Record<string, unknown>[];
}

/**
 * Reads all rows of one moment.
 * @param from the address of the database
 * @param to the address of a database with the same tables, whose rows are replaced
 * @returns writes the rows; call it when nobody uses the second database
 */
async function copyPostgres(from: string, to: string): Promise<() => Promise<void>> {
  const tables = await connected(from, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const found = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const read: Table[] = [];
    for (const { name } of found.rows)
      read.push({ name, rows: (await client.query(`select * from "${name}"`)).rows });
    return read;
  });
  return () =>
    connected(to, async (client) => {
      for (const { name, rows } of tables) {
        await client.query(`delete from "${name}"`);
        for (const row of rows) {
          const names = Object.keys(row);
          const places = names.map((_, n) => `$${n + 1}`);
          await client.query(
            `insert into "${name}" (${names.map((each) => `"${each}"`)}) values (${places})`,
            Object.values(row),
          );
        }
      }
    });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database, and how it is copied and restored. */
export interface Copied {
  /** Settings of the servers before and after the restore. */
  env: [before: Record<string, string>, after: Record<string, string>];
  /** Copies the first database while a server runs. @returns when the copy began, in ISO 8601 */
  copy(env: NodeJS.ProcessEnv): Promise<string>;
  /** Puts the copy in the place of the second. */
  restore(): Promise<void>;
}

/** SQLite with its data keys in a second file, copied by `dx-booking backup`. */
export function copiedSqlite(folder: string): Copied {
  const files = (name: string) => ({
    SQLITE_FILE: join(folder, `${name}.sqlite`),
    KEYS_SQLITE_FILE: join(folder, `${name}-keys.sqlite`),
  });
  const copies = { file: join(folder, 'copy'), keys: join(folder, 'copy-keys') };
  return {
    env: [files('before'), files('after')],
    async copy(env) {
      const lines: string[] = [];
      await backup(env, copies, (line) => void lines.push(line));
      return lines.join('\n').match(/restored begin (\S+)/)?.[1] ?? '';
    },
    async restore() {
      await copyFile(copies.file, files('after').SQLITE_FILE);
      await copyFile(copies.keys, files('after').KEYS_SQLITE_FILE);
    },
  };
}

/** PostgreSQL, copied in one snapshot as `pg_dump` does. @param databases two: the second has all tables and no row */
export function copiedPostgres(before: string, after: string): Copied {
  let restore = async () => {};
  return {
    env: [{ DATABASE_URL: before }, { DATABASE_URL: after }],
    async copy() {
      const time = new Date().toISOString();
      restore = await copyPostgres(before, after);
      return time;
    },
    restore: () => restore(),
  };
}
