/**
 * `npm run release -- VERSION` prepares a release: gives all packages the version, and moves what CHANGELOG.md has under
 * "Unreleased" under the version and the day. It does not commit.
 *
 * `npm run release -- --check` fails unless this commit is a prepared release with its tag. It prints the notes of the release.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { releaseVersion } from './release-version.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const write = (path: string, text: string) => writeFileSync(`${root}${path}`, text);

/** What precedes the sections of the changelog, and its sections, newest first. */
const changelogParts = (): string[] => read('CHANGELOG.md').split(/^(?=## )/m);

/** The entries of a section, with their headings of the third level. */
const withoutHeading = (section: string): string => section.replace(/^## .*\n/, '').trim();

const unreleased = '## Unreleased\n';

/** @throws Error if the version is not one of a release, or if nothing is listed as unreleased */
function prepare(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Give a version such as 1.2.0.');
  const [intro, next = '', ...released] = changelogParts();
  if (!next.startsWith(unreleased) || withoutHeading(next) === '')
    throw new Error('CHANGELOG.md lists nothing under "Unreleased".');
  const { version: former } = JSON.parse(read('package.json'));
  const day = new Date().toISOString().slice(0, 10);
  const section = `## ${version} - ${day}\n\n${withoutHeading(next)}\n`;
  write('CHANGELOG.md', [`${intro}${unreleased}`, section, ...released].join('\n'));
  write(
    'widget/releases.md',
    read('widget/releases.md').replaceAll(`/widget/${former}/`, `/widget/${version}/`),
  );
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  const all = ['--workspaces', '--include-workspace-root', '--no-workspaces-update'];
  run('npm', 'version', version, ...all, '--allow-same-version', '--no-git-tag-version', '--ignore-scripts');
  // The lockfile has all packages already, so nothing is asked of the registry.
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--offline', '--no-audit', '--no-fund');
  // The reports of accessibility name the version.
  run('node', 'test/accessibility/write-report.ts');
}

/** @returns the notes of the release @throws Error with everything that is missing */
function check(): string {
  const { version, repository } = JSON.parse(read('package.json'));
  const [, next = '', latest = ''] = changelogParts();
  const faults = [
    releaseVersion() !== version && `This commit does not have the tag v${version}.`,
    repository === undefined && 'package.json needs "repository": npm compares it with the provenance.',
    withoutHeading(next) !== '' && 'CHANGELOG.md lists something under "Unreleased".',
    !latest.startsWith(`## ${version} - `) && `The first version of CHANGELOG.md is not ${version}.`,
  ].filter((fault) => fault !== false);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return withoutHeading(latest);
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' } },
  allowPositionals: true,
});
try {
  if (values.check) console.log(check());
  else prepare(positionals[0] ?? '');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
