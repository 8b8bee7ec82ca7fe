/** The server of an earlier commit with its own packages, so that a run measures two versions in turns. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Extracts a commit, installs its packages and builds its widget, once per machine.
 * @returns the path of its `server/main.ts`; null if this clone does not have the commit
 */
export function earlierVersion(commit: string): string | null {
  const folder = join(tmpdir(), `dx-bench-${commit}`);
  const program = join(folder, 'server/main.ts');
  if (existsSync(join(folder, 'dist/widget/loader.js'))) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const names = ['server', 'widget', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'];
  try {
    const archive = execFileSync('git', ['archive', commit, ...names], {
      cwd: root,
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
  } catch {
    return null;
  }
  for (const command of [
    ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'],
    ['npx', 'vite', 'build', '--logLevel', 'error'],
  ])
    execFileSync(command[0] ?? '', command.slice(1), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    });
  return program;
}
