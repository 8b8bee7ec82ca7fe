/** The components of widget/frameworks.md work in a browser, whether the element is defined before or after they render. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { headings } from '../e2e/headings.ts';
import { type HostSite, openHostSite } from '../hosts/host-site.ts';
import { wholeDocument } from '../hosts/markup.ts';
import { shareBrowser, waitTimeoutMs } from '../support/browser.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { buildFrameworkPage, frameworks, late } from './framework-pages.ts';

let site: HostSite;
let server: FullApiServer;
let browser: Browser;
beforeAll(async () => {
  await buildPages(fileURLToPath(new URL('../..', import.meta.url)), () => {});
  site = await openHostSite();
  server = await startFullApiServer({ env: { ORIGINS: site.url, LOG_LEVEL: 'error' } });
  browser = await shareBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await server.stop();
  await site.close();
});

interface BookingPage {
  define(): Promise<unknown>;
}

it.each(Object.keys(frameworks))(
  '%s passes properties and events before and after the definition',
  async (name) => {
    const serve = (path: string, type: string, text: string) =>
      site.pages.set(path, { text, headers: { 'content-type': type } });
    for (const [file, code] of await buildFrameworkPage(name, server.url))
      serve(`/${file}`, 'text/javascript', code);
    serve('/subject-token', 'application/json', JSON.stringify({ token: `user-${name}` }));
    for (const search of ['', late]) {
      site.pages.set(`/${search}`, {
        text: wholeDocument('', '<main></main><script type="module" src="/page.js"></script>'),
      });
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      page.setDefaultTimeout(waitTimeoutMs);
      const said: string[] = [];
      page.on('console', (message) => {
        if (!message.text().includes('React DevTools')) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(error.message));
      await page.goto(`${site.url}/${search}`);
      const booking = page.locator('dx-booking');
      await booking.waitFor({ state: 'attached' });
      if (search === late) {
        expect(await page.evaluate(() => customElements.get('dx-booking'))).toBeUndefined();
        await page.evaluate(() => (globalThis as unknown as BookingPage).define());
      }
      await page.getByRole('heading', { name: headings.where }).waitFor();
      expect(said, search).toEqual(['step place']);
      expect(await booking.evaluate((element) => Reflect.get(element, 'testTypes'))).toBe('DEXA');
    }
  },
  60_000,
);
