/** The first step in the HTML of a page, in the other engines. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { drawnTree, hasTakenOver } from '../support/drawn-tree.ts';
import type { EnginePage } from '../support/engine-page.ts';
import { findFirefox, findWebKit } from '../support/find-browsers.mjs';
import { startFirefox } from '../support/firefox.ts';
import { WebDriverPage } from '../support/webdriver-page.ts';
import { startWebKitDriver } from '../support/webkit.ts';
import { MarkupSite } from './markup-site.ts';

let site: MarkupSite;

beforeAll(async () => {
  site = await MarkupSite.start();
});
afterAll(() => site?.stop());

const hasDriver = <T extends object>(found: T | undefined): found is Extract<T, { driver: string }> =>
  found !== undefined && 'driver' in found;

const engines = [
  { name: 'Firefox', isMissing: (await findFirefox()) === undefined, start: startInFirefox },
  { name: 'WebKit', isMissing: !hasDriver(await findWebKit()), start: startInWebKit },
];

type Engine = { page: EnginePage; stop(): Promise<void> };

async function startInFirefox(): Promise<Engine> {
  const firefox = await startFirefox();
  return { page: await firefox.newPage(), stop: () => firefox.close() };
}

async function startInWebKit(): Promise<Engine> {
  const found = await findWebKit();
  if (!hasDriver(found)) throw new Error('no WebKit');
  const driver = await startWebKitDriver(found);
  const session = await driver.session();
  const stop = async () => {
    await session.close();
    await driver.stop();
  };
  return { page: await WebDriverPage.open(session), stop };
}

/** Loads the element on a page without scripts. */
async function loadElement(page: EnginePage, url: string): Promise<void> {
  await page.evaluate(
    `document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: '${url}/loader.js' }))`,
  );
  await expect.poll(() => page.evaluate(hasTakenOver)).toBe(true);
}

describe.each(engines)('in $name', ({ isMissing, start }) => {
  it.skipIf(isMissing)(
    'is what the element draws, with what was typed and pressed, and does not scroll',
    async () => {
      const { page, stop } = await start();
      onTestFinished(stop);
      for (const language of ['en', 'ar']) {
        const { url, open } = await site.hold({ language, attributes: { 'test-types': 'DEXA' }, script: '' });
        open();
        await page.goto(url);
        await page.getByRole('textbox').fill('10002');
        // To its end, so that any shorter page scrolls.
        const scrolled = await page.evaluate(() => {
          document.body.style.paddingTop = '600px';
          scrollTo(0, document.documentElement.scrollHeight);
          return scrollY;
        });
        expect(scrolled).toBeGreaterThan(0);
        const markup = await page.evaluate(drawnTree);
        await loadElement(page, url);
        expect(await page.evaluate(() => scrollY)).toBe(scrolled);
        expect(await page.evaluate(drawnTree)).toEqual(markup);
      }
      const { url, open } = await site.hold({ script: '' });
      open();
      await page.goto(url);
      // Safari, unlike this WebKit, gives a pressed button no focus.
      await page.getByRole('button', { name: 'Calcium Score' }).click();
      await loadElement(page, url);
      await page.getByRole('textbox', { name: 'ZIP code' }).waitFor();
      await page.getByText('Calcium Score').first().waitFor();
    },
  );
});
