/** Makes a database unwritable for real, in the ways that this machine and its user permit, and repairs it. */
import { execFileSync } from 'node:child_process';
import { access, constants, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What goes wrong while a server runs. */
export interface StoreFault {
  /** In words, for the table. */
  how: string;
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Once no process needs it. */
  unmount?(): void;
}

function can(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A file system of its own in this folder, or null where this user may mount none. */
export function smallDisk(folder: string, mib: number): StoreFault | null {
  if (!can('mount', '-t', 'tmpfs', '-o', `size=${mib}m,mode=0700`, 'tmpfs', folder)) return null;
  const filler = join(folder, 'filler');
  return {
    how: `a tmpfs of ${mib} MiB without room (ENOSPC)`,
    async begin() {
      // Larger than the disk: what fits is written, and then there is no more.
      await writeFile(filler, Buffer.alloc((mib + 1) * 1024 * 1024)).catch(() => {});
    },
    end: () => rm(filler, { force: true }),
    // At once, though a process that is just being started may hold its files for a moment.
    unmount: () => void can('umount', '-l', folder),
  };
}

/** Any user's: the process may write no byte of any file beyond the first, and then any again. */
export const fileSizeLimit = (pid: number): StoreFault => ({
  how: 'a file size limit (EFBIG, by prlimit)',
  begin: async () => void can('prlimit', '--pid', String(pid), '--fsize=1:'),
  end: async () => void can('prlimit', '--pid', String(pid), '--fsize=unlimited:'),
});

/** The files of a running store made immutable; null where this user or this file system cannot. */
export function immutable(file: string): StoreFault | null {
  const set = (flag: '+i' | '-i') => can('chattr', flag, file, `${file}-wal`);
  if (!set('+i')) {
    set('-i');
    return null;
  }
  set('-i');
  return {
    how: 'the files immutable (EPERM, by chattr)',
    begin: async () => void set('+i'),
    end: async () => void set('-i'),
  };
}

const mayWrite = (path: string) =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

/** Makes a folder and what is in it read-only before a start; null where no way binds this user. */
export async function readOnlyFolder(folder: string): Promise<{ how: string; undo(): void } | null> {
  await mkdir(folder, { recursive: true });
  const files = (await readdir(folder)).map((name) => join(folder, name));
  const ways: [how: string, begin: [string, ...string[]][], undo: [string, ...string[]][]][] = [
    ['modes', [['chmod', 'a-w', ...files, folder]], [['chmod', 'u+w', folder, ...files]]],
    ['chattr', [['chattr', '+i', ...files, folder]], [['chattr', '-i', folder, ...files]]],
    [
      'a read-only mount',
      [
        ['mount', '--bind', folder, folder],
        ['mount', '-o', 'remount,bind,ro', folder],
      ],
      [['umount', '-l', folder]],
    ],
  ];
  for (const [how, begin, undo] of ways) {
    const run = (steps: [string, ...string[]][]) =>
      steps.every(([command, ...args]) => can(command, ...args));
    if (run(begin) && !(await mayWrite(folder))) return { how, undo: () => void run(undo) };
    run(undo);
  }
  return null;
}
