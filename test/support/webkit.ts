/** Starts WebKitGTK on a display of its own, and its WebDriver. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/core/free-port.ts';
import { endWithUs } from './child-processes.ts';
import { WebDriverSession } from './webdriver.ts';

const startMs = 20_000;
/** Reduced motion, as GTK knows it. */
const gtkSettings = '[Settings]\ngtk-enable-animations=0\n';
/** Lets the window be as narrow as a phone: the toolbar of MiniBrowser is 447 pixels wide. */
const gtkStyle =
  '* { min-width: 0; min-height: 0; margin: 0; padding: 0; font-size: 1px; -gtk-icon-transform: scale(0); }';

/** A running driver with its display. */
export interface WebKitDriver {
  /**
   * Starts a browser without data of earlier ones. At any time there is at most one.
   * @param features of WebKit that are off otherwise, such as `NavigationAPI`
   */
  session(features?: string[]): Promise<WebDriverSession>;
  stop(): Promise<void>;
}

/** Starts the driver. @param found the programs, as `findWebKit` finds them */
export async function startWebKitDriver(found: { driver: string; display: string }): Promise<WebKitDriver> {
  const home = await mkdtemp(join(tmpdir(), 'dx-webkit-'));
  await mkdir(join(home, '.config/gtk-3.0'), { recursive: true });
  await writeFile(join(home, '.config/gtk-3.0/settings.ini'), gtkSettings);
  await writeFile(join(home, '.config/gtk-3.0/gtk.css'), gtkStyle);
  const display = spawn(
    found.display,
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  endWithUs(display);
  const [number] = await once(display.stdio[3] as NodeJS.ReadableStream, 'data');
  const port = await freePort(0, '127.0.0.1');
  const driver = spawn(found.driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      LANG: 'en_US.UTF-8',
      DISPLAY: `:${String(number).trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
    },
  });
  endWithUs(driver);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return {
    session: (features = []) => {
      const args = ['--automation', ...features.map((feature) => `--features=${feature}`)];
      const options = { 'webkitgtk:browserOptions': { args } };
      return WebDriverSession.start(url, { browserName: 'MiniBrowser', ...options });
    },
    async stop() {
      for (const child of [driver, display]) {
        // A driver that hangs does not react to a request to end.
        if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  const end = Date.now() + startMs;
  while (Date.now() < end) {
    const response = await fetch(`${url}/status`).catch(() => null);
    if (response?.ok) return;
    await pause(50);
  }
  throw new Error('WebKitWebDriver did not start');
}
