/** The files of the embedded database: readable by their owner only, and no larger than what is in them. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

const onlyOwner = 0o600;
const anyOther = 0o077;

/**
 * Creates the folder and the file where they are missing, and lets nobody but their owner read the file, its log and its
 * index, whatever the umask and the folder allow.
 * @returns the suffixes of files that others may still read because they belong to another user: '' is the file itself
 */
export function closeToOthers(file: string): string[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createClosed(file);
  // SQLite gives both others the mode of the first.
  return ['', '-wal', '-shm'].filter((suffix) => !isClosed(file + suffix));
}

/** A file that is there is never opened here: closing it would end SQLite's locks of this process on it. */
function createClosed(file: string): void {
  try {
    closeSync(openSync(file, 'wx', onlyOwner));
  } catch {
    // It is there already, or cannot be made: then SQLite says why.
  }
}

function isClosed(file: string): boolean {
  const isOpen = () => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & anyOther) !== 0;
  if (process.platform === 'win32' || !isOpen()) return true;
  try {
    chmodSync(file, onlyOwner);
  } catch {
    // Another user's file.
  }
  return !isOpen();
}

/** A larger file is not rewritten at the start: every other process would wait for it. */
const rewrittenAtMostBytes = 64 * 1024 * 1024;
const incremental = 2;

/** Lets freed pages return to the disk. A file of an older version is rewritten once, where that takes a moment only. */
export function vacuumIncrementally(database: DatabaseSync): void {
  database.exec('pragma auto_vacuum = incremental');
  const pragma = (name: string) => Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]);
  const bytes = pragma('page_count') * pragma('page_size');
  if (bytes === 0 || bytes > rewrittenAtMostBytes || pragma('auto_vacuum') === incremental) return;
  try {
    database.exec('vacuum');
  } catch {
    // In use by another process, or no space for the copy: the next start tries again.
  }
}
