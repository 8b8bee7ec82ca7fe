/** Databases that are copied under load and restored in another place. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from '../../server/cli/backup.ts';
import { copyPostgres } from '../support/copy-postgres.ts';

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
