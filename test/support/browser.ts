/** Starts the Chromium of the tests: that of CHROMIUM_PATH, else the system's, else Playwright's own. */
import { type Browser, chromium } from 'playwright';
import { expect } from 'playwright/test';
import { chromiumArguments } from './chromium-arguments.ts';
import { findChromium, findHeadlessShell } from './find-browsers.mjs';

/** The longest wait for a page, in milliseconds: it names what did not come to be, and is no measure of speed. */
export const waitTimeoutMs = 120_000;
/** Playwright's `expect` with this wait. */
export const expectPage = expect.configure({ timeout: waitTimeoutMs });

/** Lets all pages of a browser wait for `waitTimeoutMs`. */
export const waitLong = (browser: Browser): Browser =>
  browser.on('context', (context) => context.setDefaultTimeout(waitTimeoutMs));

/**
 * Starts the headless shell of Chromium, or Chromium if there is no shell. The caller closes it.
 * @param more further arguments
 */
export async function startBrowser(more: string[] = []): Promise<Browser> {
  return launch(await findHeadlessShell(), [], more);
}

let shared: Promise<Browser> | undefined;

/**
 * Returns the browser of this worker, which all its test files share: each start takes two seconds of processor time.
 * `close` closes the pages and contexts of the file; the browser ends with the worker.
 */
export function shareBrowser(): Promise<Browser> {
  shared ??= startShared();
  return shared;
}

async function startShared(): Promise<Browser> {
  const browser = await startBrowser();
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/**
 * Starts Chromium, for the back/forward cache, which its headless shell lacks. The caller closes it.
 * @param ignoreDefaultArgs arguments of Playwright that it starts without
 */
export async function startWholeBrowser(ignoreDefaultArgs: string[] = []): Promise<Browser> {
  return launch(await findChromium(), ignoreDefaultArgs);
}

async function launch(
  executablePath: string | undefined,
  ignoreDefaultArgs: string[] = [],
  more: string[] = [],
): Promise<Browser> {
  const browser = await chromium.launch({
    args: [...chromiumArguments, ...more],
    ignoreDefaultArgs,
    ...(executablePath ? { executablePath } : {}),
  });
  return waitLong(browser);
}
