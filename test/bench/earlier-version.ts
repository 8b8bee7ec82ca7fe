/** The server of an earlier commit with its own packages, so that a run measures two versions in turns. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { origin } from './partner.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes one booking. @returns the fault; null if the request is sent */
export type Book = (url: string, subject: string) => Promise<string | null>;

/** @returns books as the customers of that version did: its server has other addresses. @param program of {@link earlierVersion} */
export async function earlierBook(program: string): Promise<Book> {
  const test = join(dirname(dirname(program)), 'test');
  const { book } = await import(join(test, 'torture/book.ts'));
  const { Customer } = await import(join(test, 'journey/customer.ts'));
  return (url, subject) => book(new Customer(url, origin, subject));
}

/**
 * Extracts a commit, installs its packages and builds its widget, once per machine.
 * @returns the path of its `server/main.ts`; null if this clone does not have the commit
 */
export function earlierVersion(commit: string): string | null {
  const folder = join(tmpdir(), `dx-bench-${commit}`);
  const program = join(folder, 'server/main.ts');
  if (existsSync(join(folder, 'dist/widget/loader.js')) && existsSync(join(folder, 'test'))) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const names = [
    'server',
    'widget',
    'vite.config.ts',
    'tsconfig.json',
    'package.json',
    'package-lock.json',
    'test',
    'examples',
  ];
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
    // Vite, which has bundled another component in this process by then, has set NODE_ENV to production.
    ['npm', 'ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'],
    ['npx', 'vite', 'build', '--logLevel', 'error'],
  ])
    execFileSync(command[0] ?? '', command.slice(1), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    });
  return program;
}
