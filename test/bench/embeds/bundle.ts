/**
 * Installs a package into a scratch folder, which later runs reuse, and bundles and minifies what a page needs of it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

export interface Bundled {
  /** The files by path. */
  files: Map<string, Buffer>;
  style: string | undefined;
}

export async function bundled(name: string, version: string, entry: string): Promise<Bundled> {
  const scratch = join(tmpdir(), `dx-bench-${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}-${version}`);
  await mkdir(scratch, { recursive: true });
  if (!existsSync(join(scratch, 'node_modules', name, 'package.json'))) {
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
    execFileSync('npm', ['install', '--prefix', scratch, ...flags, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    });
  }
  await writeFile(join(scratch, 'entry.js'), entry);
  const outDir = join(scratch, 'out');
  await build({
    root: scratch,
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      lib: { entry: 'entry.js', formats: ['es'], fileName: () => 'page.js', cssFileName: 'page' },
      outDir,
      target: 'es2022',
      rolldownOptions: { output: { minify: true } },
    },
  });
  const files = new Map<string, Buffer>();
  for (const file of await readdir(outDir)) files.set(`/${file}`, await readFile(join(outDir, file)));
  return { files, style: files.has('/page.css') ? '/page.css' : undefined };
}
