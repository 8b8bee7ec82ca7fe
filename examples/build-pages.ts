/** Builds the widget and the example's own script if they are missing or older than their sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Build {
  name: string;
  output: string;
  /** Globs from the project's root. */
  sources: string[];
  viteArguments: string[];
}

const builds: Build[] = [
  {
    name: 'the widget',
    output: 'widget/dist/cdn/loader.js',
    sources: ['widget/**/*.ts', 'server/contract/**/*.ts', 'vite.config.ts', 'package-lock.json'],
    viteArguments: ['build'],
  },
  {
    name: "the example's own script",
    output: 'dist/full-api/harbor-hours.js',
    sources: ['examples/full-api/harbor-hours.js', 'examples/full-api/vite.config.ts', 'package-lock.json'],
    viteArguments: ['build', '--config', 'examples/full-api/vite.config.ts'],
  },
];

/**
 * Builds with Vite.
 * @param root the project's root folder
 * @throws Error with Vite's output if a build fails
 */
export async function buildPages(root: string, log: (line: string) => void): Promise<void> {
  for (const build of builds) {
    if (await isCurrent(root, build)) continue;
    log(`building ${build.name}`);
    await runVite(root, build);
  }
}

async function isCurrent(root: string, { output, sources }: Build): Promise<boolean> {
  const builtAt = await modifiedAt(join(root, output));
  for await (const source of glob(sources, { cwd: root, exclude: ['**/dist/**'] })) {
    if ((await modifiedAt(join(root, source))) > builtAt) return false;
  }
  return builtAt > 0;
}

async function modifiedAt(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function runVite(root: string, { name, viteArguments }: Build): Promise<void> {
  const command = [join(root, 'node_modules/vite/bin/vite.js'), ...viteArguments, '--logLevel', 'warn'];
  const child = spawn(process.execPath, command, {
    cwd: root,
    // A test runner sets another NODE_ENV, but the pages need the production build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`building ${name} failed:\n${output}`);
}
