/** The programs of a blind customer's desktop: finds them, and installs them on Debian. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Each program, and its package on Debian. */
const packages = {
  Xvfb: 'xvfb',
  'dbus-daemon': 'dbus',
  openbox: 'openbox',
  orca: 'orca',
  xdotool: 'xdotool',
  'firefox-esr': 'firefox-esr',
};
/** What Orca needs and has no program of its own here. */
const libraries = ['at-spi2-core', 'python3-speechd', 'speech-dispatcher'];

/** The path of each program, and of the Python that has the modules of Orca. */
export type Programs = Record<keyof typeof packages | 'python', string>;

/**
 * Finds the programs. On Debian, as root, it installs the missing ones.
 * @throws Error with the reason, if one is missing
 */
export function findPrograms(): Programs {
  if (process.platform !== 'linux') throw new Error('Orca needs Linux');
  if (missing().length > 0 && process.getuid?.() === 0 && pathOf('apt-get') !== undefined) {
    console.log(`heard: installing ${missing().join(', ')}`);
    install();
  }
  if (missing().length > 0)
    throw new Error(`install ${[...missing(), ...libraries].join(' ')}, as the packages are named on Debian`);
  const found = Object.keys(packages).map((name) => [name, pathOf(name)]);
  return { ...Object.fromEntries(found), python: '/usr/bin/python3' } as Programs;
}

const missing = () => Object.entries(packages).flatMap(([name, from]) => (pathOf(name) ? [] : [from]));

function install(): void {
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...Object.values(packages), ...libraries);
}

function pathOf(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(canRun);
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
