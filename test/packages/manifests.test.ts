/** The package.json files agree with each other and with what the sources import. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSources } from '../architecture/sources.ts';
import { root } from './install-packages.ts';

interface Manifest {
  version: string;
  workspaces: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
const folders = ['widget', 'server', 'server/sandbox'];

it('gives all packages one version, and each dependency one version', async () => {
  const top = await manifestOf('.');
  const manifests = [top, ...(await Promise.all(folders.map(manifestOf)))];
  expect(top.workspaces).toEqual(folders);
  expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  const versions = new Map<string, Set<string>>();
  for (const { dependencies, devDependencies } of manifests)
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      versions.set(name, new Set([...(versions.get(name) ?? []), version]));
  expect([...versions].filter(([, found]) => found.size > 1)).toEqual([]);
  // The server carries the built widget itself.
  expect(versions.has('@dx-booking/widget')).toBe(false);
});

/** The packages that the sources of a package import. */
async function imported(isOwn: (path: string) => boolean): Promise<string[]> {
  const sources = (await readSources(root)).filter(({ path }) => isOwn(path));
  const targets = sources.flatMap(({ imports }) => imports.flatMap(({ target }) => target ?? []));
  const names = targets.map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
  const isOurs = /^(?:server|widget|node:.*|@dx-booking\/.*)$/;
  return [...new Set(names)].filter((name) => !isOurs.test(name)).toSorted();
}

it('declares what the server imports, and nothing else', async () => {
  const { dependencies } = await manifestOf('server');
  const names = Object.keys(dependencies ?? {}).filter((name) => name !== '@dx-booking/widget');
  const isServer = (path: string) => path.startsWith('server/') && !path.startsWith('server/sandbox/');
  expect(await imported(isServer)).toEqual(names.toSorted());
});

it('declares what the sandbox imports, and nothing else', async () => {
  const { dependencies } = await manifestOf('server/sandbox');
  const isSandbox = (path: string) => /^server\/(?:sandbox|contract|operate\/conformance)\//.test(path);
  expect(await imported(isSandbox)).toEqual(Object.keys(dependencies ?? {}).toSorted());
});

it('bundles what the widget imports, and leaves only frameworks to the page', async () => {
  const { dependencies, devDependencies, peerDependencies } = await manifestOf('widget');
  expect(dependencies).toBeUndefined();
  const names = await imported((path) => path.startsWith('widget/') && !/^widget\/build\//.test(path));
  const declared = Object.keys({ ...devDependencies, ...peerDependencies });
  expect(names).toEqual(declared.toSorted());
});

const lit = '_$litType$';

/** The text of a file of the package and of all that it imports statically. */
async function withImports(name: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  if (found.has(name)) return found;
  const text = await readFile(`widget/dist/elements/${name}`, 'utf8');
  found.set(name, text);
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
    await withImports(next, found);
  return found;
}

it.each([
  ['client.js', false],
  ['handoff.js', true],
  ['booking.js', true],
  ['appointments.js', true],
  ['physician-order.js', true],
])('%s brings Lit: %s', async (entry, expected) => {
  const files = await withImports(entry);
  expect(files.size).toBeGreaterThan(1);
  expect([...files.values()].some((text) => text.includes(lit))).toBe(expected);
});

it('the choice of times is in one file, which the booking loads after its first step', async () => {
  const withTimes = async (entry: string) => (await withImports(entry)).has('booking-times.js');
  expect(await withTimes('booking.js')).toBe(false);
  expect(await withTimes('choice-steps.js')).toBe(true);
  expect(await withTimes('appointments.js')).toBe(true);
});
