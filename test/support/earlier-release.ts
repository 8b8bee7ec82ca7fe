/** The server of an earlier release, from the history of this repository, with the packages that are installed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The release before this one: servers of both must work on one database. With each release, move both constants to the
 * last one.
 */
export const releaseBefore = '8fbc4143cee15ba7e629ac2c75d07b5d5f5c076a';
/** The last migration of that release. */
export const lastMigrationBefore = '0019-retention';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Extracts a commit.
 * @returns its folder, which the caller deletes; null if this copy of the repository does not have the commit
 */
export function extractRelease(commit: string): string | null {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
  let archive: Buffer;
  try {
    archive = git('archive', commit, 'server', 'package.json');
  } catch {
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'dx-release-'));
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
