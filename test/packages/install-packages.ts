/** Packs the three packages in a fresh clone, and installs their tarballs into an empty folder, as a partner does. */
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

/** A partner's folder with the three packages. */
export interface Installed {
  /** The folder with `node_modules`. */
  folder: string;
  packed: Packed[];
  /** Path of the lock with the hashes of the tarballs and of their files. */
  lock: string;
  /** Builds and packs once more, into another folder. */
  packAgain(to: string): Promise<void>;
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

/**
 * Packs and installs them.
 * @param at where the partner's folder is made. Within the repository, its programs also find the packages of the repository
 */
export async function installPackages(at = tmpdir()): Promise<Installed> {
  const parent = await mkdtemp(join(at, 'dx-packages-'));
  const folder = join(parent, 'partner');
  await mkdir(folder);
  // Within the repository, whose packages its programs find.
  const data = join(root, '.data');
  await mkdir(data, { recursive: true });
  const clone = await mkdtemp(join(data, 'clone-'));
  await cloneRepository(clone);
  await npm(clone, 'run', 'packages');
  const dist = join(clone, 'dist');
  const built = await readdir(dist);
  const packed = await Promise.all(
    built
      .filter((file) => !file.endsWith('.sha512'))
      .map(async (file) => {
        const [, name = file] = /^dx-booking-([a-z]+)-/.exec(file) ?? [];
        const tarball = join(dist, file);
        return { name: `@dx-booking/${name}`, size: (await stat(tarball)).size, tarball };
      }),
  );
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = packed.map(({ tarball }) => tarball);
  await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs);
  return {
    folder,
    packed,
    lock: join(dist, built.find((file) => file.endsWith('.sha512')) ?? ''),
    async packAgain(to) {
      await npm(clone, 'run', 'packages', '--', '--to', to);
    },
    async link(name, from = name) {
      const at = join(folder, 'node_modules', name);
      await mkdir(dirname(at), { recursive: true });
      await symlink(join(root, 'node_modules', from), at);
    },
    async remove() {
      await rm(clone, { recursive: true, force: true });
      await rm(parent, { recursive: true, force: true });
    },
  };
}
