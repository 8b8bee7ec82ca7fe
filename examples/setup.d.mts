/** The Chromium to test with: CHROMIUM_PATH, then the system's, then Playwright's; undefined where there is none. */
export function findChromium(): Promise<string | undefined>;
