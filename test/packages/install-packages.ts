/** Packs the three packages in a fresh clone, once a run, and installs their tarballs into an empty folder, as a partner does. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A tarball that npm packed. */
interface Packed {
  name: string;
  /** Bytes of the tarball. */
  size: number;
  /** Path of the tarball. */
  tarball: string;
}

/** A folder with the three tarballs and their lock. */
interface Tarballs {
  packed: Packed[];
  /** Path of the lock with the hashes of the tarballs and of their files. */
  lock: string;
}

/** What a clone of the repository packed. */
export interface PackedRelease {
  /** The folder of the clone, which is built. */
  clone: string;
}

/** A partner's folder with the three packages. */
export interface Installed extends Tarballs {
  /** The folder with `node_modules`. */
  folder: string;
  /** Makes a package of the repository available, for the consumers: `react`. */
  link(name: string, from?: string): Promise<void>;
  remove(): Promise<void>;
}

/** `npm test` names the repository in its environment, where npm would install, and Vitest sets what builds follow. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:package|lifecycle|config_local_prefix)|^NODE_(?:ENV|OPTIONS)$/.test(name),
  ),
);
const npm = (cwd: string, ...command: string[]) =>
  run('npm', command, { cwd, env, maxBuffer: 2 ** 26, shell: process.platform === 'win32' });

/**
 * Finds the Node of the machine. In CI its version is not that of the repository, which brings its own.
 * @returns the repository's Node, if that of the machine is older than 22.18
 */
export async function plainNode(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const folder of folders.filter((folder) => !folder.split(sep).includes('node_modules'))) {
    const node = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    const { stdout } = await run(node, ['--version']).catch(() => ({ stdout: '' }));
    const [major = 0, minor = 0] = stdout.replace('v', '').split('.').map(Number);
    if (major > 22 || (major === 22 && minor >= 18)) return node;
    if (stdout !== '') break;
  }
  return process.execPath;
}

/** Clones the repository as it is here, with what is not committed. It has nothing that was built. */
export async function cloneRepository(to: string): Promise<void> {
  const git = async (...command: string[]) => (await run('git', command, { cwd: root })).stdout;
  await git('clone', '--quiet', '--shared', root, to);
  const list = async (...flags: string[]) =>
    (await git('ls-files', '-z', ...flags)).split('\0').filter((path) => path !== '');
  for (const path of await list('--deleted')) await rm(join(to, path));
  for (const path of await list('--modified', '--others', '--exclude-standard'))
    await cp(join(root, path), join(to, path)).catch(() => {});
}

const distOf = ({ clone }: PackedRelease) => join(clone, 'dist');

/** Packs them. The run does this once: tests ask for `shared('release')`. */
export async function packRelease(): Promise<{ release: PackedRelease; remove(): Promise<void> }> {
  // Within the repository, whose packages its programs find.
  const data = await dataFolder();
  const clone = await mkdtemp(join(data, 'clone-'));
  await cloneRepository(clone);
  await npm(clone, 'run', 'packages');
  return { release: { clone }, remove: () => rm(clone, { recursive: true, force: true }) };
}

/** A folder of the repository that is not under version control. */
async function dataFolder(): Promise<string> {
  const data = join(root, '.data');
  await mkdir(data, { recursive: true });
  return data;
}

async function tarballsIn(folder: string): Promise<Tarballs> {
  const files = await readdir(folder);
  const packed = files
    .filter((file) => !file.endsWith('.sha512'))
    .map(async (file) => {
      const [, name = file] = /^dx-booking-([a-z]+)-/.exec(file) ?? [];
      const tarball = join(folder, file);
      return { name: `@dx-booking/${name}`, size: (await stat(tarball)).size, tarball };
    });
  const lock = join(folder, files.find((file) => file.endsWith('.sha512')) ?? '');
  return { packed: await Promise.all(packed), lock };
}

/**
 * Installs them, from its own copy of the tarballs.
 * @param at where the partner's folder is made. Within the repository, its programs also find the packages of the repository
 */
export async function installPackages(release: PackedRelease, at = tmpdir()): Promise<Installed> {
  const parent = await mkdtemp(join(at, 'dx-packages-'));
  const folder = join(parent, 'partner');
  await mkdir(folder);
  const copy = join(parent, 'release');
  await cp(distOf(release), copy, { recursive: true });
  const tarballs = await tarballsIn(copy);
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const paths = tarballs.packed.map(({ tarball }) => tarball);
  await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...paths);
  return {
    folder,
    ...tarballs,
    async link(name, from = name) {
      const at = join(folder, 'node_modules', name);
      await mkdir(dirname(at), { recursive: true });
      await symlink(join(root, 'node_modules', from), at);
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** Installs them for all guides, and links what the guides install beside them. */
export async function installForGuides(release: PackedRelease): Promise<Installed> {
  // Within the repository: Turbopack follows no link out of the folder that has the lockfile.
  const installed = await installPackages(release, await dataFolder());
  const servers = ['express', 'fastify', 'next'];
  const pages = ['react', 'react-dom', 'vue', 'vite', '@vitejs/plugin-vue', 'svelte', 'solid-js'];
  for (const name of [...servers, ...pages]) await installed.link(name);
  return installed;
}
