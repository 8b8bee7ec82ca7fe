/** Finds the Chromium for the tests: CHROMIUM_PATH, then the system's, then Playwright's; undefined if there is none. */
export function findChromium(): Promise<string | undefined>;
/** Finds the headless shell of Chromium, which takes less processor time, else the browser of `findChromium`. */
export function findHeadlessShell(): Promise<string | undefined>;
/** Finds the Firefox for the tests: FIREFOX_PATH, then Playwright's, then the system's; undefined if there is none. */
export function findFirefox(): Promise<string | undefined>;
/**
 * Finds a WebKit for the tests: Playwright's, then Debian's with its driver and a display for it; undefined if there is
 * none.
 */
export function findWebKit(): Promise<
  { executablePath: string } | { driver: string; display: string } | undefined
>;
