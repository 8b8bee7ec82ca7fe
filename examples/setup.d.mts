/** Finds the Chromium for the tests: CHROMIUM_PATH, then the system's, then Playwright's; undefined if there is none. */
export function findChromium(): Promise<string | undefined>;
/** Finds the headless shell of Chromium, which takes less processor time, else the browser of `findChromium`. */
export function findHeadlessShell(): Promise<string | undefined>;
