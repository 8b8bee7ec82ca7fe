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
  const isSandbox = (path: string) => /^server\/(?:sandbox|contract)\//.test(path);
  expect(await imported(isSandbox)).toEqual(Object.keys(dependencies ?? {}).toSorted());
});

it('bundles what the widget imports, and leaves only frameworks to the page', async () => {
  const { dependencies, devDependencies, peerDependencies } = await manifestOf('widget');
  expect(dependencies).toBeUndefined();
  const names = await imported(
    (path) => path.startsWith('widget/') && !/^widget\/(?:build\/|write-package)/.test(path),
  );
  const declared = Object.keys({ ...devDependencies, ...peerDependencies });
  expect(names).toEqual(declared.toSorted());
});
