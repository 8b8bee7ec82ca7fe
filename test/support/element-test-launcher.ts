/** The browser of the element tests, by the name of its engine. */
import type { BrowserLauncher } from '@web/test-runner-core';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { chromiumArguments } from './chromium-arguments.ts';
import { findHeadlessShell, findWebKit } from './find-browsers.mjs';
import { firefoxLaunchOptions } from './firefox.ts';
import type { WebDriverSession } from './webdriver.ts';
import { startWebKitDriver, type WebKitDriver } from './webkit.ts';

/** What the commands of @web/test-runner use of a page of Playwright. */
const pageOf = (browser: WebDriverSession) => ({
  async setViewportSize({ width, height }: { width: number; height: number }) {
    const frame = await browser.run<number>('return outerHeight - innerHeight');
    // Without a window manager, the window under the pointer has the focus. The pointer is at the center of the screen.
    await browser.post('window/rect', { x: 500, y: 200, width, height: height + frame });
  },
  /** WebKitGTK has no forced colors, and the reduced motion of its settings. */
  async emulateMedia() {},
});

interface Pages {
  getPage(): ReturnType<typeof pageOf> | undefined;
}

/** Creates the launcher. @param found the programs, as `findWebKit` finds them */
function webKitLauncher(found: { driver: string; display: string }): BrowserLauncher & Pages {
  let driver: WebKitDriver | undefined;
  let browser: WebDriverSession | undefined;
  let current: string | undefined;
  return {
    name: 'WebKit',
    // The commands of @web/test-runner find a page by this name.
    type: 'playwright',
    concurrency: 1,
    async startSession(id, url) {
      driver ??= await startWebKitDriver(found);
      // By the Navigation API the tests of the handoff see where the page would go.
      browser ??= await driver.session(['NavigationAPI']);
      current = id;
      await browser.post('url', { url });
    },
    isActive: (id) => id === current,
    getPage: () => browser && pageOf(browser),
    getBrowserUrl: () => browser?.get<string>('url'),
    async stopSession() {
      current = undefined;
      // Ends what the page still does.
      await browser?.post('url', { url: 'about:blank' });
      return {};
    },
    startDebugSession: () => Promise.reject(new Error('WebKit has no debug session here')),
    async stop() {
      await browser?.close();
      await driver?.stop();
    },
  };
}

const launchers: Record<string, () => Promise<BrowserLauncher | undefined>> = {
  async chromium() {
    const executablePath = await findHeadlessShell();
    return playwrightLauncher({
      product: 'chromium',
      launchOptions: { ...(executablePath && { executablePath }), args: chromiumArguments },
    });
  },
  async firefox() {
    const launchOptions = await firefoxLaunchOptions();
    return launchOptions && playwrightLauncher({ product: 'firefox', concurrency: 1, launchOptions });
  },
  async webkit() {
    const found = await findWebKit();
    if (!found || 'driver' in found) return found && webKitLauncher(found);
    return playwrightLauncher({ product: 'webkit', launchOptions: found });
  },
};

/**
 * Returns the launcher of an engine.
 * @param engine `chromium`, `firefox` or `webkit`
 * @throws Error if there is no such engine, or the machine does not have it
 */
export async function elementTestLauncher(engine: string): Promise<BrowserLauncher> {
  const launcher = await launchers[engine]?.();
  if (!launcher) throw new Error(`no ${engine}: npx playwright install ${engine}`);
  return launcher;
}
