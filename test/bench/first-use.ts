/** Measures how long a new visitor waits for the first usable step, and how many bytes are transferred until then. */
import type { Browser, Page } from 'playwright';
import type { Embed } from './embeds/embed.ts';
import { gzipped } from './page-server.ts';

const waitTimeoutMs = 60_000;

/**
 * Milliseconds from the navigation to the first frame with a usable step, on a slowed processor. The page evaluates
 * `ready` in each frame; the frame is painted when the next task runs.
 */
export function timeToFirstStep(browser: Browser, embed: Embed, slowDown: number): Promise<number> {
  return visit(browser, embed, async (page) => {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
    await page.addInitScript(`
      window.firstStep = new Promise((resolve) => {
        const look = () => {
          if (!(${embed.ready})) return requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        };
        requestAnimationFrame(look);
      });`);
    await page.goto(embed.origin + embed.path, { waitUntil: 'commit' });
    return Number(await page.evaluate('window.firstStep'));
  });
}

/**
 * Every response of a visit up to the first usable step, from the page's server and ours, with the same compression.
 */
export function bytesToFirstStep(browser: Browser, embed: Embed): Promise<number> {
  return visit(browser, embed, async (page) => {
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!response.ok()) return;
      const { origin } = new URL(response.url());
      if (!origin.startsWith('http')) return;
      sizes.push(response.body().then((body) => gzipped(body).length));
    });
    await page.goto(embed.origin + embed.path);
    await page.waitForFunction(embed.ready, undefined, { polling: 'raf', timeout: waitTimeoutMs });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  });
}

/** The total of all files that the component can request, each compressed. */
export const closureBytes = ({ closure }: Embed): number =>
  [...closure.values()].reduce((sum, body) => sum + gzipped(body).length, 0);

/**
 * Nothing is cached, and the process that shows the page already runs, because a change of process ends the slowdown.
 */
async function visit<T>(browser: Browser, embed: Embed, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    await page.goto(`${embed.origin}/blank.html`);
    return await look(page);
  } finally {
    await context.close();
  }
}
