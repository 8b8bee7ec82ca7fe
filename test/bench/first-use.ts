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
/** Begins the message of a page that reports its times. */
const report = 'first-use';

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
      const seen = firstFrame(() => ${embed.seen ?? embed.ready});
      firstFrame(() => ${embed.ready}).then(async (ms) => console.debug('${report}', ms, await seen));`);
    const before = line.received;
    // Not `page.evaluate`, whose own script would take the slowed processor from the page.
    const [message] = await Promise.all([
      page.waitForEvent('console', (each) => each.text().startsWith(report)),
      page.goto(embed.origin + embed.path(visit), { waitUntil: 'commit' }),
    ]);
    const [, ms, seenMs] = message.text().split(' ').map(Number);
    if (ms === undefined || seenMs === undefined) throw new Error('the page reported no times');
    return { ms, seenMs, bytes: line.received - before };
  } finally {
    await context.close();
  }
}

/** Slows the process that shows the page. */
export async function slowProcessor(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
}
