/** Builds what the example's pages load, where it is missing or older than its sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Built {
  what: string;
  output: string;
  /** Globs from the project's root. */
  sources: string[];
  viteArguments: string[];
}

const builds: Built[] = [
  {
    what: 'the widget',
    output: 'dist/widget/loader.js',
    sources: ['widget/**/*.ts', 'server/contract/**/*.ts', 'vite.config.ts', 'package-lock.json'],
    viteArguments: ['build'],
  },
  {
    what: "the example's own script",
    output: 'dist/full-api/harbor-hours.js',
    sources: ['examples/full-api/harbor-hours.js', 'examples/full-api/vite.config.ts', 'package-lock.json'],
    viteArguments: ['build', '--config', 'examples/full-api/vite.config.ts'],
  },
];

export async function buildPages(root: string, say: (line: string) => void): Promise<void> {
  for (const built of builds) {
    if (await isCurrent(root, built)) continue;
    say(`building ${built.what}`);
    await vite(root, built);
  }
}

async function isCurrent(root: string, { output, sources }: Built): Promise<boolean> {
  const builtAt = await modifiedAt(join(root, output));
  for await (const source of glob(sources, { cwd: root })) {
    if ((await modifiedAt(join(root, source))) > builtAt) return false;
  }
  return builtAt > 0;
}

async function modifiedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function vite(root: string, { what, viteArguments }: Built): Promise<void> {
  const command = [join(root, 'node_modules/vite/bin/vite.js'), ...viteArguments, '--logLevel', 'warn'];
  const child = spawn(process.execPath, command, {
    cwd: root,
    // Whoever starts the stack, a test runner too, gets what a customer's page gets.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`building ${what} failed:\n${said}`);
}
