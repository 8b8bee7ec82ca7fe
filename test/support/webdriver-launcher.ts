/** Runs the element tests of @web/test-runner in WebKitGTK, one file at a time. */
import type { BrowserLauncher } from '@web/test-runner-core';
import type { WebDriverSession } from './webdriver.ts';
import { startWebKitDriver, type WebKitDriver } from './webkit.ts';

/** Creates the launcher. @param found the programs, as `findWebKit` finds them */
export function webKitLauncher(found: { driver: string; display: string }): BrowserLauncher {
  let driver: WebKitDriver | undefined;
  let browser: WebDriverSession | undefined;
  let current: string | undefined;
  return {
    name: 'WebKit',
    type: 'webdriver',
    concurrency: 1,
    async startSession(id, url) {
      driver ??= await startWebKitDriver(found);
      // By the Navigation API the tests of the handoff see where the page would go.
      browser ??= await driver.session(['NavigationAPI']);
      current = id;
      await browser.post('url', { url });
    },
    isActive: (id) => id === current,
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
