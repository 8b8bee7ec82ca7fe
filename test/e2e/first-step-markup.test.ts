/** The HTML of the first step, as a page asks for it. */
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MarkupSite } from './markup-site.ts';

let site: MarkupSite;

beforeAll(async () => {
  site = await MarkupSite.start();
});
afterAll(() => site?.stop());

it.each(['en', 'es', 'de', 'ar'])('is in %s at most 5.5 kB as the page sends it', async (language) => {
  for (const attributes of [{}, { 'test-types': 'VO2' }]) {
    const markup = await site.markupOf({ language, attributes });
    expect(brotliCompressSync(markup).length).toBeLessThan(5_500);
  }
});

it('preloads the scripts of the current release, unless the page has others', async () => {
  const read = async (query: string) => (await fetch(`${site.server}/first-step${query}`)).text();
  expect(await read('')).toContain(`<link rel="modulepreload" href="${site.server}/widget/v1/loader.js">`);
  expect(await read('?preload=false')).not.toContain('modulepreload');
});

it('may be kept by a page, and is empty for a test that nobody offers', async () => {
  const response = await fetch(`${site.server}/first-step?test-types=DEXA`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await site.markupOf({ attributes: { 'test-types': 'DEXA,EEG' } })).toBe('');
});
