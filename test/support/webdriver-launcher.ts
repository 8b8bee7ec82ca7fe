/** Runs the element tests of @web/test-runner in WebKitGTK, one file at a time. */
import type { BrowserLauncher } from '@web/test-runner-core';
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
export function webKitLauncher(found: { driver: string; display: string }): BrowserLauncher & Pages {
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
