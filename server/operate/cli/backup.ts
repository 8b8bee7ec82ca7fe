/** `dx-booking backup`: copies the embedded database, and after it the data keys (server/backup.md). */
import { readConfig } from '../../config/config.ts';
import { copySqlite } from '../../core/store/copy-sqlite.ts';
import { CommandError } from './command-error.ts';
import type { Subcommand } from './run-command.ts';

/** The new files of a backup. */
export interface BackupFiles {
  /** The copy of SQLITE_FILE. */
  file: string;
  /** The copy of KEYS_SQLITE_FILE: required if that is set, and refused if it is not. @default none */
  keys?: string;
}

/**
 * Copies the files while servers run, and prints the time of the backup.
 *
 * The keys come last. A data key is committed before the first value that needs it, so that the later copy of the keys
 * has the key of every value in the earlier copy of the data.
 * @returns the exit code
 * @throws CommandError if the database is not SQLite, if `keys` does not fit the settings, or if a copy fails
 * @throws Error if a setting is at fault
 */
export const backup: Subcommand<BackupFiles> = async (env, { file, keys }, print) => {
  const { DATABASE_URL, SQLITE_FILE, KEYS_DATABASE_URL, KEYS_SQLITE_FILE: keysFile } = readConfig(env);
  if (DATABASE_URL)
    throw new CommandError('The database is PostgreSQL. Copy it with pg_dump, as server/backup.md shows.');
  if (keysFile && !keys)
    throw new CommandError('The data keys are in a file of their own. Name its copy with --keys.');
  if (!keysFile && keys)
    throw new CommandError('KEYS_SQLITE_FILE is not set, so there is nothing for --keys.');
  const at = new Date().toISOString();
  copy(SQLITE_FILE, file);
  print(`Copied the database to ${file}.`);
  if (keysFile && keys) {
    copy(keysFile, keys);
    print(`Copied the data keys to ${keys}. Keep them apart from the database.`);
  } else if (KEYS_DATABASE_URL) print('Now copy the database at KEYS_DATABASE_URL, with pg_dump.');
  print(`The backup is of ${at}. A restore asks for this time: dx-booking restored begin ${at}`);
  return 0;
};

function copy(from: string, to: string): void {
  try {
    copySqlite(from, to);
  } catch (error) {
    throw error instanceof Error ? new CommandError(error.message, { cause: error }) : error;
  }
}
