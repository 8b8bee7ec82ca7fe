/** What the image contains and how it runs, from the recipe: the same files, without a builder. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../../server/core/free-port.ts';
import { readLockfile, shippedPackages } from '../../../server/operate/deploy/shipped-packages.ts';
import { bareEnv } from '../../support/bare-env.ts';
import { startProcess } from '../../support/child-processes.ts';
import { folderOfTest } from '../../support/folders.ts';
import { developmentKeys } from '../../support/keys.ts';
import { contextFiles, reachesBuild, root, stagesOf } from './dockerfile.ts';

const stages = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const last = stages.at(-1);
const valuesOf = (name: string) =>
  last?.instructions.filter((each) => each.name === name).map(({ value }) => value) ?? [];

it('starts from one image, pinned by its digest, with the Node of the repository', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const names = stages.map(({ name }) => name);
  const bases = new Set(stages.map(({ from }) => from).filter((from) => !names.includes(from)));
  expect([...bases]).toEqual([
    expect.stringMatching(new RegExp(`^node:${devDependencies.node}-slim@sha256:[0-9a-f]{64}$`)),
  ]);
});

it('runs as a user other than root, with a health check and without a package manager', () => {
  expect(valuesOf('USER')).toEqual(['1000:1000']);
  expect(valuesOf('HEALTHCHECK')).toHaveLength(1);
  expect(valuesOf('CMD')).toEqual(['["node", "--max-semi-space-size=8", "server/main.ts"]']);
  for (const path of ['/usr/local/lib/node_modules', '/usr/local/bin/npm', '/opt/yarn'])
    expect(valuesOf('RUN').join('\n')).toContain(path);
});

it.each([
  '.env',
  '.data/dx.sqlite',
  'server.env',
  'hooks.ts',
  'server/.env.production',
  'server/dx.sqlite-wal',
  '.git/config',
])('%s never reaches the build', (path) => {
  expect(reachesBuild(path, readFileSync(join(root, '.dockerignore'), 'utf8'))).toBe(false);
});

it('is built without the sandbox, the tests, the examples and the guides', () => {
  const files = contextFiles();
  expect(files).toEqual(expect.arrayContaining(['server/main.ts', 'widget/loader.ts', 'package-lock.json']));
  expect(files.filter((path) => /^(test|examples)\/|\.md$/.test(path))).toEqual([]);
  expect(files.filter((path) => path.startsWith('server/sandbox/'))).toEqual(['server/sandbox/package.json']);
});

it('is built from all files that the build and the server import', () => {
  const files = new Set(contextFiles());
  const seen = new Set<string>();
  function follow(path: string): void {
    if (seen.has(path)) return;
    seen.add(path);
    expect(files, path).toContain(path);
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, target = ''] of source.matchAll(/^(?:import|export|\} from) ?[^']*'(\.[^']+\.ts)'/gm))
      follow(join(dirname(path), target));
  }
  const programs = [
    'vite.config.ts',
    'widget/build/budgets.ts',
    'server/operate/deploy/sbom.ts',
    'server/operate/deploy/licenses.ts',
  ];
  for (const path of [...programs, 'server/main.ts']) follow(path);
  expect(seen.size).toBeGreaterThan(100);
});

it('installs what the server needs at run time, and nothing for development', async () => {
  const install = stages.find(({ name }) => name === 'dependencies')?.instructions.at(-1)?.value;
  expect(install).toBe('npm ci --omit=dev --workspace=@dx-booking/server --ignore-scripts');
  expect(valuesOf('COPY')).toContain('--from=dependencies /app/node_modules ./node_modules');
  const shipped = Object.keys(shippedPackages(await readLockfile()));
  for (const name of ['koa', 'pg', 'kysely']) expect(shipped).toContain(`node_modules/${name}`);
  for (const name of ['vite', 'vitest', 'typescript', 'playwright', 'node'])
    expect(shipped).not.toContain(`node_modules/${name}`);
});

/** Lays out the files of the image in a folder, as the COPY instructions of its last stage do. */
async function layOut(): Promise<string> {
  const app = folderOfTest();
  const files = contextFiles();
  const folders = valuesOf('COPY').flatMap((value) => / \/app\/(server) \.\//.exec(value)?.[1] ?? []);
  for (const path of files.filter((each) => folders.some((folder) => each.startsWith(`${folder}/`))))
    cpSync(join(root, path), join(app, path));
  for (const folder of Object.keys(shippedPackages(await readLockfile()))) {
    if (folder.includes('/node_modules/')) continue;
    mkdirSync(dirname(join(app, folder)), { recursive: true });
    symlinkSync(join(root, folder), join(app, folder));
  }
  return app;
}

it('has every file that the server needs, and its health check passes', async () => {
  const app = await layOut();
  expect(existsSync(join(app, 'server/sandbox/sandbox.ts'))).toBe(false);
  const port = String(await freePort(0, '127.0.0.1'));
  const env = {
    // Otherwise Node would look for packages where the links lead: in the whole repository.
    NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    UPSTREAM_URL: 'http://127.0.0.1:9',
    UPSTREAM_API_KEY: 'prefix.secret',
    ORIGINS: 'https://clinic.example',
    SQLITE_FILE: join(app, 'data/dx.sqlite'),
    HOOKS_MODULE: join(root, 'test/support/partner-hooks.ts'),
    ...(await developmentKeys()),
  };
  const [program = '', ...args] = JSON.parse(valuesOf('CMD')[0] ?? '[]');
  const server = startProcess(program, args, { cwd: app, env, stderr: 'inherit' });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  await server.until(() => server.output().includes('server.listening'));
  const [check = '', ...checkArgs] = JSON.parse(
    /CMD (.*)$/.exec(valuesOf('HEALTHCHECK')[0] ?? '')?.[1] ?? '[]',
  );
  await promisify(execFile)(check, checkArgs, { env: { ...bareEnv, PORT: port } });
  await expect(
    promisify(execFile)(check, checkArgs, { env: { ...bareEnv, PORT: '9' } }),
  ).rejects.toMatchObject({ code: 1 });
});
