/** Measures how long a new visitor waits for the first usable step on a slow line, and how many bytes arrive until then. */
import type { Browser, Page } from 'playwright';
import type { Embed } from './embeds/embed.ts';
import { type LineSettings, SlowLine } from './slow-line.ts';

/** A slow mobile connection. */
export const lineSettings: LineSettings = {
  roundTripMs: 150,
  connectRoundTrips: 1,
  bitsPerSecond: 1_600_000,
};
export const lineName = `${lineSettings.roundTripMs} ms, ${lineSettings.bitsPerSecond / 1e6} Mbit/s`;
/** How much slower the processor of the page is. */
export const slowDown = 4;
const waitTimeoutMs = 60_000;

/** The line of all measured pages. */
export const slowLine = (): SlowLine => new SlowLine(lineSettings);

export interface FirstUse {
  /** From the navigation to the first frame with a usable step. */
  ms: number;
  /** From the navigation to the first frame that shows the step. */
  seenMs: number;
  /** What the browser has received meanwhile, heads of responses included. */
  bytes: number;
}

/** Visits a page on the line. Nothing is cached, and no connection is open. */
export async function firstUse(
  browser: Browser,
  line: SlowLine,
  embed: Embed,
  visit: number,
): Promise<FirstUse> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    // The process that shows the site runs already, because a change of process ends the slowdown.
    await page.goto(embed.blankUrl);
    await slowProcessor(page);
    await page.addInitScript(`
      const firstFrame = (isThere) => new Promise((resolve) => {
        const look = () => {
          if (!isThere()) return requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        };
        requestAnimationFrame(look);
      });
      window.firstSeen = firstFrame(() => ${embed.seen ?? embed.ready});
      window.firstStep = firstFrame(() => ${embed.ready});`);
    const before = line.received;
    await page.goto(embed.origin + embed.path(visit), { waitUntil: 'commit' });
    const ms = Number(await page.evaluate('window.firstStep'));
    const bytes = line.received - before;
    return { ms, seenMs: Number(await page.evaluate('window.firstSeen')), bytes };
  } finally {
    await context.close();
  }
}

/** Slows the process that shows the page. */
export async function slowProcessor(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
}
