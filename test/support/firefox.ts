/** Starts the Firefox of the tests: that of FIREFOX_PATH, else Playwright's own, else the system's. */
import { type Browser, firefox, type LaunchOptions } from 'playwright';
import { waitLong } from './browser.ts';
import { findFirefox } from './find-browsers.mjs';

/** Playwright's `reducedMotion` has no effect in a Firefox that is not its own build. */
const prefs = { 'ui.prefersReducedMotion': 1 };

/**
 * Returns what `firefox.launch` needs, or undefined if the machine has no Firefox. A Firefox that is not Playwright's own build
 * speaks WebDriver BiDi. In it `colorScheme`, `forcedColors` and `contrast` of Playwright have no effect, `request.postData()` is
 * null, and a download of a `blob:` link has no event.
 */
export async function firefoxLaunchOptions(): Promise<LaunchOptions | undefined> {
  const executablePath = await findFirefox();
  if (executablePath === undefined) return undefined;
  const isOwn = executablePath === firefox.executablePath();
  return { executablePath, firefoxUserPrefs: prefs, ...(isOwn ? {} : { channel: 'moz-firefox' }) };
}

/**
 * Starts Firefox. The caller closes it.
 * @throws Error if the machine has no Firefox
 */
export async function startFirefox(): Promise<Browser> {
  const options = await firefoxLaunchOptions();
  if (!options) throw new Error('no Firefox: npx playwright install firefox');
  return waitLong(await firefox.launch(options));
}
