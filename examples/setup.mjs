/**
 * Prepares a fresh clone: installs the packages, and with `--browser` finds a Chromium for the tests, which it installs only
 * on CI. Does nothing if they are present. Plain JavaScript, because it runs before any dependency is installed, on Node 20
 * or later.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line) => console.log(`setup: ${line}`);

function run(command, args, { quiet = true } = {}) {
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
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) throw new Error('npm ci failed');
}

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

/** Playwright's own Chromium, if it was downloaded before. */
async function playwrightChromium() {
  const entry = join(root, 'node_modules/playwright/index.mjs');
  if (!existsSync(entry)) return undefined;
  const { chromium } = await import(pathToFileURL(entry).href);
  const file = chromium.executablePath();
  return file && canRun(file) ? file : undefined;
}

/** The names of a system's Chromium. The headless shell is first: it draws no window, and takes less processor time. */
const systemChromiums = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Finds the Chromium for the tests: CHROMIUM_PATH, then the system's, then Playwright's; undefined if there is none. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (canRun(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run`);
  }
  return onPath(systemChromiums) ?? playwrightChromium();
}

/** Installs a Chromium on CI only: on a developer's machine, installing packages is the developer's decision. */
async function setUpBrowser() {
  const found = await findChromium();
  if (found) return say(`browser ${found}`);
  if (!process.env.CI)
    throw new Error(
      'no Chromium. Run `npx playwright install --with-deps chromium`, install one yourself, or name one with CHROMIUM_PATH',
    );
  const mayUseApt = process.getuid?.() === 0 && onPath(['apt-get']);
  if (mayUseApt) {
    say('installing Chromium with apt-get');
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    run('apt-get', ['update', '-qq']);
    // Not every distribution has the headless shell.
    const hasShell = spawnSync('apt-cache', ['show', 'chromium-headless-shell']).status === 0;
    const browser = hasShell ? 'chromium-headless-shell' : 'chromium';
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-liberation']);
  }
  if (!(await findChromium())) {
    say('installing Chromium with Playwright');
    run(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'], {
      quiet: false,
    });
  }
  const installed = await findChromium();
  if (!installed) throw new Error('no Chromium: install one, or name it with CHROMIUM_PATH');
  say(`browser ${installed}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    installPackages();
    if (process.argv.includes('--browser')) await setUpBrowser();
  } catch (error) {
    console.error(`setup: ${error.message}`);
    process.exitCode = 1;
  }
}
