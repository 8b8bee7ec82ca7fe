/** The npm packages that an image contains, by the lockfile. */
import { readFile } from 'node:fs/promises';

const root = new URL('../../../', import.meta.url);

/** One package of the lockfile, as npm wrote it. */
export interface LockedPackage {
  version: string;
  /** An SPDX expression. */
  license?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** By the folder of each package: `node_modules/koa`, or `server` for a workspace. */
export type LockedPackages = Record<string, LockedPackage>;

/** Reads the packages of the repository's lockfile. */
export async function readLockfile(): Promise<LockedPackages> {
  return JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8')).packages;
}

/** The name of the package in a folder of `node_modules`. */
export const nameOf = (folder: string) => folder.slice(folder.lastIndexOf('node_modules/') + 13);

/**
 * The packages that the server and the widget name, with their ranges. The build puts those of the widget into its
 * files.
 */
export const namedPackages = (locked: LockedPackages): Record<string, string> => ({
  ...locked.server?.dependencies,
  ...locked.widget?.devDependencies,
});

/** Lists the packages in an image by folder: those that the server and the widget name, and what these need. */
export function shippedPackages(locked: LockedPackages): LockedPackages {
  const found: LockedPackages = {};
  function add(names: string[], from: string): void {
    for (const name of names) {
      const folder = resolveFrom(locked, from, name);
      const entry = folder === null ? undefined : locked[folder];
      if (folder === null || !entry || found[folder]) continue;
      found[folder] = entry;
      add(neededBy(entry), folder);
    }
  }
  add(Object.keys(namedPackages(locked)), 'server');
  return Object.fromEntries(Object.entries(found).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const neededBy = (entry: LockedPackage): string[] => [
  ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
  ...Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  ),
];

/** Finds a dependency as Node does: in the folder itself, then in each folder above. Null for an optional one. */
function resolveFrom(locked: LockedPackages, folder: string, name: string): string | null {
  for (let base = folder; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/')))) {
    const at = base === '' ? `node_modules/${name}` : `${base}/node_modules/${name}`;
    if (locked[at]) return at;
    if (base === '') return null;
  }
}
