/** The booking works and can be read without what the oldest supported browsers lack. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { shared } from '../support/ask-made-once.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import { openPlainSite, type PlainSite } from './plain-site.ts';

let site: PlainSite;
let service: FullApiServer;
const browser = await browserOfFile();

beforeAll(async () => {
  await shared('pages');
  site = await openPlainSite();
  service = await startFullApiServer({ env: { ORIGINS: site.url } });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

/** Newer than Safari 16.4, Chrome 111 or Firefox 115. */
function removeNewer(): void {
  const newer: [object, string[]][] = [
    [URL, ['parse', 'canParse']],
    [AbortSignal, ['any']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf']],
    [Element.prototype, ['ariaBusy', 'moveBefore', 'checkVisibility']],
    [Navigator.prototype, ['userActivation']],
  ];
  for (const [object, names] of newer) for (const name of names) Reflect.deleteProperty(object, name);
}

/** The same for style sheets: Chromium does not know these words. */
const unknown = (script: string) =>
  script
    .replaceAll('light-dark(', 'x-light-dark(')
    .replaceAll('oklch(from', 'x-oklch(from')
    .replaceAll(':has(', ':x-has(');

it('books up to the times on a dark page with readable colours', async () => {
  const context = await browser.newContext({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.addInitScript(removeNewer);
  const files = new URL('../../widget/dist/cdn/', import.meta.url);
  await page.route(/\/widget\/.*\.js$/, async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const script = await readFile(new URL(name, files), 'utf8');
    await route.fulfill({ contentType: 'text/javascript', body: unknown(script) });
  });
  site.page = {
    body: `<main><h1>A page</h1><dx-booking server="${service.url}" subject-token="user-1"></dx-booking></main>`,
  };
  await page.goto(site.url);
  const booking = page.locator('dx-booking');
  await booking.getByRole('button', { name: /^DEXA body composition/ }).click();
  await booking.getByRole('textbox', { name: 'ZIP code' }).fill('10002');
  await booking.getByRole('button', { name: 'Find testing centers' }).click();
  await booking
    .getByRole('button', { name: /^Choose this testing center/ })
    .first()
    .click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await expectPage(page.locator('dx-times-step')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const colours = await booking.evaluate((it) => {
    const { colorScheme, color } = getComputedStyle(it);
    return { colorScheme, color };
  });
  expect(colours).toEqual({ colorScheme: 'light', color: 'rgb(23, 32, 42)' });
  expect(faults).toEqual([]);
  await context.close();
});
