/** The components of widget/frameworks.md work in a browser, whether the element is defined before or after they render. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { headings } from '../e2e/headings.ts';
import { type HostSite, openHostSite } from '../hosts/host-site.ts';
import { wholeDocument } from '../hosts/markup.ts';
import { shared } from '../support/ask-made-once.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { codeBlocksOf, readDocument, sectionOf } from '../support/documents.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { createPartnerFolder, type PartnerFolder } from '../support/partner-folder.ts';
import { buildFrameworkPage, type Framework, frameworks } from './frameworks.ts';

/** A page's address ends with this if the element is to be defined only when the test calls `define()`. */
const late = '?late';

/**
 * Builds the page of a framework, as a partner does.
 * @param server replaces the address of the server in the guide
 */
async function buildPage(framework: Framework, server: string): Promise<Map<string, string>> {
  const folder = await createPartnerFolder(framework.packages);
  const guide = await readDocument('widget/frameworks.md');
  const shared = codeBlocksOf(guide.split('\n## ')[0] ?? '');
  for (const { file, code } of [...shared, ...codeBlocksOf(sectionOf(guide, framework.heading))])
    if (file) await folder.write(file, code.replaceAll('https://booking.partner.example', server));
  await deferDefinition(folder);
  try {
    return await buildFrameworkPage(folder.path, framework);
  } finally {
    await folder.remove();
  }
}

/** The page defines the element late if it is asked to, as on a slow network. */
async function deferDefinition(folder: PartnerFolder): Promise<void> {
  const to = 'node_modules/@dx-booking/widget/';
  const manifest = await readFile(join(folder.path, to, 'package.json'), 'utf8');
  await folder.write(`${to}package.json`, manifest.replace('elements/booking.js', 'elements/late.js'));
  await folder.write(
    `${to}dist/elements/late.js`,
    `globalThis.define = () => import('./booking.js');
     if (location.search !== '${late}') await globalThis.define();`,
  );
}

let site: HostSite;
let server: FullApiServer;
const browser = await browserOfFile();
beforeAll(async () => {
  await shared('pages');
  site = await openHostSite();
  server = await startFullApiServer({ env: { ORIGINS: site.url, LOG_LEVEL: 'error' } });
});
afterAll(async () => {
  await server.stop();
  await site.close();
});

interface BookingPage {
  define(): Promise<unknown>;
}

it.each(Object.entries(frameworks))(
  '%s passes properties and events before and after the definition',
  async (name, framework) => {
    const serve = (path: string, type: string, text: string) =>
      site.pages.set(path, { text, headers: { 'content-type': type } });
    for (const [file, code] of await buildPage(framework, server.url))
      serve(`/${file}`, 'text/javascript', code);
    serve('/subject-token', 'application/json', JSON.stringify({ token: `user-${name}` }));
    for (const search of ['', late]) {
      site.pages.set(`/${search}`, {
        text: wholeDocument('', '<main></main><script type="module" src="/page.js"></script>'),
      });
      const context = await browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
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
        await page.waitForFunction(() => 'define' in globalThis);
        await page.evaluate(() => (globalThis as unknown as BookingPage).define());
      }
      await page.getByRole('heading', { name: headings.where }).waitFor();
      expect(said, search).toEqual(['step place']);
      expect(await booking.evaluate((element) => Reflect.get(element, 'testTypes'))).toBe('DEXA');
    }
  },
);
