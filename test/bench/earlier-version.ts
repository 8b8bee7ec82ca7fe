/** The server of an earlier commit with its own packages, so that a run measures two versions in turns. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Extracts a commit and installs its packages, once per machine.
 * @returns the path of its `server/main.ts`; null if this clone does not have the commit
 */
export function earlierVersion(commit: string): string | null {
  const folder = join(tmpdir(), `dx-bench-${commit}`);
  const program = join(folder, 'server/main.ts');
  if (existsSync(join(folder, 'node_modules/koa'))) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  try {
    const archive = execFileSync(
      'git',
      ['archive', commit, 'server', 'widget', 'package.json', 'package-lock.json'],
      { cwd: root, maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } catch {
    return null;
  }
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  });
  return program;
}
