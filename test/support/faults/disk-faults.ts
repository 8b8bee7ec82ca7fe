/** Faults of a disk, which end again. */
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A fault that occurs while a server runs. */
export interface StoreFault {
  /** A name for the table. */
  how: string;
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Frees the resources once no process needs them. */
  unmount?(): void;
}

/** Whether a command succeeds. */
export function can(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Mounts a file system in this folder; null if this user may not mount one. */
export function smallDisk(folder: string, mib: number): StoreFault | null {
  if (!can('mount', '-t', 'tmpfs', '-o', `size=${mib}m,mode=0700`, 'tmpfs', folder)) return null;
  const filler = join(folder, 'filler');
  return {
    how: `a tmpfs of ${mib} MiB without free space (ENOSPC)`,
    async begin() {
      // Larger than the disk: the file takes all the space.
      await writeFile(filler, Buffer.alloc((mib + 1) * 1024 * 1024)).catch(() => {});
    },
    end: () => rm(filler, { force: true }),
    // Unmounts at once, although a starting process may hold its files for a moment.
    unmount: () => void can('umount', '-l', folder),
  };
}

/** For any user: the process may write no byte beyond the first of any file, until the limit is lifted. */
export const fileSizeLimit = (pid: number): StoreFault => ({
  how: 'a file size limit (EFBIG, by prlimit)',
  begin: async () => void can('prlimit', '--pid', String(pid), '--fsize=1:'),
  end: async () => void can('prlimit', '--pid', String(pid), '--fsize=unlimited:'),
});

/** Makes the files of an open database immutable; null if this user or this file system cannot. */
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
