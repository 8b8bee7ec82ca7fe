/**
 * `dx-booking verify-release`: compares tarballs, installed packages and kept releases of the widget with the lock of a release.
 * npm compares only the tarball that it downloads, never again the files that it has written.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { CommandError } from './command-error.ts';

/** The folder of the widget in the lock. `WIDGET_RELEASES_DIR` has copies of it, one for each release. */
const widget = '@dx-booking/server/dist/widget';

const shownFaults = 20;

/** SHA-512 in hexadecimal digits, by the path in the lock. */
type Lock = ReadonlyMap<string, string>;

/**
 * Prints which paths are as published, and each file that differs, is missing, or was added.
 * @param options.lock a file of `sha512sum`, which has each tarball of a release and each file in it
 * @param options.paths tarballs, folders of installed packages, and folders of `WIDGET_RELEASES_DIR`. The command ignores a folder
 *   `node_modules` in them
 * @returns the exit code: 1 if one file is not as published
 * @throws CommandError if the lock cannot be read, or does not name a path
 */
export async function verifyRelease(
  { lock: file, paths }: { lock: string; paths: string[] },
  print: (line: string) => void,
): Promise<number> {
  const lock = await readLock(file);
  const faults: string[] = [];
  for (const path of paths) {
    const found = await compare(path, lock);
    if (found.length === 0) print(`${path} is as published.`);
    faults.push(...found);
  }
  if (faults.length === 0) return 0;
  for (const fault of faults.slice(0, shownFaults)) print(fault);
  if (faults.length > shownFaults) print(`${faults.length - shownFaults} more files are not as published.`);
  print(
    'Check that the lock is of the same version. If it is, do not run these files: keep a copy to examine.',
  );
  print('Then install the packages again. If they differ again, report it as SECURITY.md describes.');
  return 1;
}

async function readLock(path: string): Promise<Lock> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lock = new Map(
    Array.from(text.matchAll(/^([0-9a-f]{128}) [ *](.+)$/gm), ([, hash = '', name = '']) => [name, hash]),
  );
  if (lock.size === 0) throw new CommandError(`${path} is no lock of a release: the release has one.`);
  return lock;
}

/** What of a tarball or of a folder is not as published. */
async function compare(path: string, lock: Lock): Promise<string[]> {
  const found = await stat(path).catch(() => {
    throw new CommandError(`${path} cannot be read.`);
  });
  if (!found.isDirectory()) {
    const expected = lock.get(basename(path));
    if (expected === undefined) throw notNamed(path);
    return (await hashOf(path)) === expected ? [] : [`${path} differs from what was published.`];
  }
  const prefix = `${await nameOf(path)}/`;
  const expected = new Map(
    [...lock].flatMap(([name, hash]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), hash] as const] : [],
    ),
  );
  if (expected.size === 0) throw notNamed(path);
  const present = await filesOf(path);
  const added = present.filter((name) => !expected.has(name));
  const faults = added.map((name) => `${join(path, name)} was not published.`);
  for (const [name, hash] of expected)
    if (!present.includes(name)) faults.push(`${join(path, name)} is missing.`);
    else if ((await hashOf(join(path, name))) !== hash)
      faults.push(`${join(path, name)} differs from what was published.`);
  return faults;
}

const notNamed = (path: string) =>
  new CommandError(`${path} is not in the lock: it has the tarballs and the packages of one version.`);

/** The name of a package by its manifest, which may be damaged, or the folder of the widget. */
async function nameOf(folder: string): Promise<string> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  if (manifest === null) return widget;
  const [, name = ''] = /"name": "([^"]+)"/.exec(manifest) ?? [];
  return name;
}

/** The files in a folder, with `/`, without those of other packages within it. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !name.startsWith('node_modules/'));
}

/** A link to a folder has no hash. */
const hashOf = (path: string): Promise<string> =>
  readFile(path).then(
    (bytes) => createHash('sha512').update(bytes).digest('hex'),
    () => '',
  );
