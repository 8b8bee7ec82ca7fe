/** Packs the three packages and installs their tarballs into an empty folder, as a partner does. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A tarball that npm packed. */
export interface Packed {
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
  /** Makes a package of the repository available, for the consumers: `react`. */
  link(name: string, from?: string): Promise<void>;
  remove(): Promise<void>;
}

/** `npm test` names the repository in its environment. npm would install there. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:package|lifecycle|config_local_prefix)/.test(name),
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

/** The widget must be built: `npm test` builds it before the tests. */
export async function installPackages(): Promise<Installed> {
  const parent = await mkdtemp(join(tmpdir(), 'dx-packages-'));
  const folder = join(parent, 'partner');
  await mkdir(folder);
  const { stdout } = await npm(root, 'pack', '--workspaces', '--json', '--pack-destination', parent);
  const report: { name: string; size: number; filename: string }[] = Object.values(JSON.parse(stdout));
  const packed = report.map(({ name, size, filename }) => ({ name, size, tarball: join(parent, filename) }));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = packed.map(({ tarball }) => tarball);
  await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs);
  return {
    folder,
    packed,
    async link(name, from = name) {
      const at = join(folder, 'node_modules', name);
      await mkdir(dirname(at), { recursive: true });
      await symlink(join(root, 'node_modules', from), at);
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}
