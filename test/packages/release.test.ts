/** A release: its preparation, the check before it is published, and the workflow that publishes it. */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { bareEnv } from '../support/bare-env.ts';
import { cloneRepository, root } from './install-packages.ts';

const run = promisify(execFile);

it('prepares a release with one command, and publishes it only with its tag, its notes and the address of the repository', async () => {
  const data = join(root, '.data');
  await mkdir(data, { recursive: true });
  const clone = await mkdtemp(join(data, 'clone-'));
  onTestFinished(() => rm(clone, { recursive: true }));
  await cloneRepository(clone);
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: clone });
  // Not that of `npm test`, which names the repository as the folder of npm.
  const env = bareEnv;
  const release = (...args: string[]) =>
    run('node', ['widget/build/release.ts', ...args], { cwd: clone, env });
  const refused = (...args: string[]) =>
    release(...args).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );
  const read = (path: string) => readFile(join(clone, path), 'utf8');
  const manifests = [
    'package.json',
    'widget/package.json',
    'server/package.json',
    'server/sandbox/package.json',
  ];
  const write = (path: string, text: string) => writeFile(join(clone, path), text);
  // The commit of a release has nothing unreleased, and its manifest has an address.
  const entries = '### Added\n\n- A second thing.\n\n### Fixed\n\n- A third thing.\n';
  const heading = '## Unreleased\n';
  const former = '## 1.0.0 - 2026-01-01\n\n### Added\n\n- A first thing.\n';
  const before = `# Changelog\n\n${heading}\n${entries}\n${former}`;
  await write('CHANGELOG.md', before);
  const { repository: _, ...manifest } = JSON.parse(await read('package.json'));
  await write('package.json', JSON.stringify(manifest));

  expect(await refused('soon')).toBe('Give a version such as 1.2.0.\n');
  await release('7.8.9');
  for (const path of manifests) expect(JSON.parse(await read(path)).version, path).toBe('7.8.9');
  const { version, packages } = JSON.parse(await read('package-lock.json'));
  expect([
    version,
    ...['', 'widget', 'server', 'server/sandbox'].map((path) => packages[path].version),
  ]).toEqual(Array(5).fill('7.8.9'));
  const today = new Date().toISOString().slice(0, 10);
  expect(await read('CHANGELOG.md')).toBe(before.replace(heading, `${heading}\n## 7.8.9 - ${today}\n`));
  expect(await read('widget/releases.md')).toContain('/widget/7.8.9/loader.js');
  expect(await read('widget/vpat.md')).toContain('widget 7.8.9 |');
  expect(await refused('7.9.0')).toBe('CHANGELOG.md lists nothing under "Unreleased".\n');

  expect(await refused('--check')).toBe(
    'This commit does not have the tag v7.8.9.\npackage.json needs "repository": npm compares it with the provenance.\n',
  );
  const repository = { type: 'git', url: 'git+https://git.example/dx.git' };
  await write('package.json', JSON.stringify({ ...manifest, version: '7.8.9', repository }));
  await git('commit', '--all', '--quiet', '--message', 'release');
  await git('tag', 'v7.8.9');
  expect(await release('--check')).toMatchObject({ stdout: entries });

  await write('CHANGELOG.md', before);
  expect(await refused('--check')).toBe(
    'CHANGELOG.md lists something under "Unreleased".\nThe first version of CHANGELOG.md is not 7.8.9.\n',
  );
});

interface Workflow {
  on: unknown;
  permissions: Record<string, string>;
  jobs: Record<string, { permissions?: Record<string, string>; steps: { uses?: string; run?: string }[] }>;
}
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

it.each(workflows)(
  '%s pins each action by its digest, and reads only unless a job says more',
  async (path) => {
    const { permissions, jobs }: Workflow = parse(await readFile(join(root, path), 'utf8'));
    expect(permissions).toEqual({ contents: 'read' });
    for (const { uses } of Object.values(jobs).flatMap(({ steps }) => steps))
      if (uses !== undefined) expect(uses).toMatch(/^[\w/-]+@[0-9a-f]{40}$/);
  },
);

it('publishes in a job that runs nothing of the repository, after one that may not sign', async () => {
  const { on, jobs }: Workflow = parse(await readFile(join(root, '.github/workflows/release.yml'), 'utf8'));
  expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
  expect(jobs.build?.permissions).toBeUndefined();
  expect(jobs.publish?.permissions).toEqual({
    attestations: 'write',
    contents: 'write',
    'id-token': 'write',
  });
  const steps = jobs.publish?.steps ?? [];
  expect(steps.some(({ uses = '' }) => uses.startsWith('actions/checkout'))).toBe(false);
  expect(steps.map(({ run }) => run).join('\n')).not.toMatch(/npm (?:run|ci|install)|npx/);
});
