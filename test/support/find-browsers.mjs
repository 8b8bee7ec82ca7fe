/**
 * Finds the browsers for the tests. As a program, `node test/support/find-browsers.mjs`, it checks that there is a Chromium, and
 * only on CI it installs browsers, and nginx.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root, run, say } from '../../examples/setup.mjs';

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}

/** Playwright's own build of an engine, if it was downloaded before. */
async function playwrightBrowser(engine) {
  const entry = join(root, 'node_modules/playwright/index.mjs');
  if (!existsSync(entry)) return undefined;
  const { [engine]: type } = await import(pathToFileURL(entry).href);
  const file = type.executablePath();
  return file && canRun(file) ? file : undefined;
}

/** The name of a system's headless shell, as a program and as a package. */
const headlessShell = 'chromium-headless-shell';
/** The names of a system's Chromium. */
const systemChromiums = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The browser that an environment variable names. */
function namedBrowser(variable) {
  const named = process.env[variable];
  if (named && !canRun(named)) throw new Error(`${variable} names ${named}, which cannot be run`);
  return named;
}

/** Finds the Chromium for the tests: CHROMIUM_PATH, then the system's, then Playwright's; undefined if there is none. */
export async function findChromium() {
  return namedBrowser('CHROMIUM_PATH') ?? onPath(systemChromiums) ?? playwrightBrowser('chromium');
}

/**
 * Finds the headless shell of Chromium, which takes less processor time. It has no back/forward cache.
 * @returns the browser of `findChromium` if CHROMIUM_PATH is set or there is no shell
 */
export async function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ? findChromium() : (onPath([headlessShell]) ?? findChromium());
}

/** Finds the Firefox for the tests: FIREFOX_PATH, then Playwright's, then the system's; undefined if there is none. */
export async function findFirefox() {
  return (
    namedBrowser('FIREFOX_PATH') ?? (await playwrightBrowser('firefox')) ?? onPath(['firefox-esr', 'firefox'])
  );
}

/**
 * Finds a WebKit for the tests: Playwright's, then Debian's with its driver and a display for it; undefined if there is
 * none.
 */
export async function findWebKit() {
  const executablePath = await playwrightBrowser('webkit');
  if (executablePath) return { executablePath };
  const driver = onPath(['WebKitWebDriver']);
  const display = onPath(['Xvfb']);
  return driver && display ? { driver, display } : undefined;
}

/** Installs those of the packages that the system has, as root or by sudo without a password; does nothing elsewhere. */
function installWithApt(packages) {
  const isRoot = process.getuid?.() === 0;
  if (!onPath(['apt-get']) || !(isRoot || (onPath(['sudo']) && run('sudo', ['-n', 'true'])))) return;
  say(`installing ${packages.join(', ')} with apt-get`);
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  const [command, ...args] = isRoot ? apt : ['sudo', '-n', ...apt];
  run(command, [...args, 'update', '-qq']);
  // One by one: not each release of Debian or Ubuntu has them all.
  for (const name of packages)
    run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', name]);
}

/** Installs programs on CI only: on a developer's machine, installing packages is the developer's decision. */
async function setUpPrograms() {
  const found = await findChromium();
  if (process.env.CI) await installPrograms(found !== undefined);
  else if (!found)
    throw new Error(
      'no Chromium. Run `npx playwright install --with-deps chromium`, install one yourself, or name one with CHROMIUM_PATH',
    );
  const chromium = found ?? (await findChromium());
  if (!chromium) throw new Error('no Chromium: install one, or name it with CHROMIUM_PATH');
  say(`browser ${chromium}`);
}

/** The tests need a Chromium. Those of other engines, or of nginx, say that they are not run if it is missing. */
async function installPrograms(hasChromium) {
  const missing = [
    ...(hasChromium ? [] : ['chromium', 'fonts-liberation']),
    ...(process.env.CHROMIUM_PATH || onPath([headlessShell]) ? [] : [headlessShell]),
    ...((await findFirefox()) ? [] : ['firefox-esr']),
    ...((await findWebKit()) ? [] : ['webkit2gtk-driver', 'xvfb']),
    ...(onPath(['nginx']) ? [] : ['nginx-light']),
  ];
  if (missing.length > 0) installWithApt(missing);
  if (await findChromium()) return;
  say('installing Chromium with Playwright');
  run(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'], {
    quiet: false,
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await setUpPrograms();
  } catch (error) {
    console.error(`setup: ${error.message}`);
    process.exitCode = 1;
  }
}
