/** The files of the embedded database: readable by their owner only. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

const onlyOwner = 0o600;
const anyOther = 0o077;

/**
 * Creates the folder and the file if they are missing, and makes the file, its log and its index readable by their
 * owner only, whatever the umask allows. On Windows it changes no modes.
 * @returns the suffixes of files that others can still read because their mode cannot be changed: '' is the file itself
 * @throws Error if the folder cannot be created
 */
export function closeToOthers(file: string): string[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createClosed(file);
  // SQLite gives the other two files the mode of the first.
  return ['', '-wal', '-shm'].filter((suffix) => !isClosed(file + suffix));
}

/** Never opens an existing file: closing it would end this process's SQLite locks on it. */
function createClosed(file: string): void {
  try {
    closeSync(openSync(file, 'wx', onlyOwner));
  } catch {
    // It exists already, or cannot be created: then SQLite reports why.
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

/** With less free space, a booking fails soon. */
export const spareBytes = 1024 * 1024;

/** Reads the free space of the disk of an embedded database, in bytes. @throws Error if its folder does not exist */
export async function freeBytesOf(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}

/** Whether this disk has too little space for bookings; false if its folder does not exist. */
export const isDiskFull = (file: string): Promise<boolean> =>
  freeBytesOf(file).then(
    (bytes) => bytes < spareBytes,
    () => false,
  );
