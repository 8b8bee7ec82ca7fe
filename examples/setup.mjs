/**
 * Prepares a fresh clone: installs the packages. Does nothing if they are present. Plain JavaScript, because it runs before any
 * dependency is installed, on Node 20 or later.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** Says what is done. */
export const say = (line) => console.log(`setup: ${line}`);

/** Runs a program in that folder. @returns whether it succeeded */
export function run(command, args, { quiet = true } = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: quiet ? 'pipe' : 'inherit',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return true;
  if (quiet) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  return false;
}

function packagesAreCurrent() {
  const installed = join(root, 'node_modules/.package-lock.json');
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
  );
}

function installPackages() {
  if (packagesAreCurrent()) return;
  say('installing packages with npm ci');
  // With NODE_ENV=production, npm would leave out the development tools.
  if (!run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']))
    throw new Error('npm ci failed');
}

const neededMajor = 24;

/** @throws Error if Node is too old, and npm has not installed the repository's own: what runs next would not name that fault */
function requireNode() {
  // A package brings the program, and downloads it with a script as it is installed.
  const isInstalled = existsSync(join(root, 'node_modules/node/bin/node'));
  if (isInstalled || Number.parseInt(process.versions.node, 10) >= neededMajor) return;
  throw new Error(
    `Node ${neededMajor} is needed, and this is ${process.versions.node}. npm did not install it, because it runs no scripts of ` +
      'packages here (ignore-scripts). Run "npm rebuild node --ignore-scripts=false", or use Node 24.',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    installPackages();
    requireNode();
  } catch (error) {
    console.error(`setup: ${error.message}`);
    process.exitCode = 1;
  }
}
