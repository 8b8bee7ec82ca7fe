/** Each guide, followed as it is on an empty folder, ends at the first step of a booking in a browser. */
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { headings } from '../e2e/headings.ts';
import { shareBrowser, waitTimeoutMs } from '../support/browser.ts';
import { codeBlocks, readDocument } from '../support/documents.ts';
import { followGuide } from './follow-guide.ts';

let browser: Browser;
beforeAll(async () => {
  await buildPages(fileURLToPath(new URL('../..', import.meta.url)), () => {});
  browser = await shareBrowser();
}, 60_000);
afterAll(() => browser.close());

/**
 * Opens the site, and waits for the first step.
 * @param policy the content security policy of the page
 * @returns what the console says
 */
async function firstStep(url: string, policy?: string): Promise<string[]> {
  const page = await browser.newPage();
  if (policy)
    await page.route(`${url}/`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': policy };
      await route.fulfill({ response, headers });
    });
  page.setDefaultTimeout(waitTimeoutMs);
  onTestFinished(() => page.close());
  const said: string[] = [];
  page.on('pageerror', (error) => said.push(`error: ${error.message}`));
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  await page.goto(url);
  await page.getByRole('heading', { name: headings.place }).waitFor();
  return said;
}

const isFault = (line: string) => /^(?:error|warning)/.test(line) && !/favicon|status of 404/.test(line);

it('server/own-site.md shows the first step', async () => {
  const followed = await followGuide('server/own-site.md', { packages: [] });
  onTestFinished(followed.stop);
  expect((await firstStep(followed.url)).filter(isFault)).toEqual([]);
}, 60_000);

it('server/express.md shows the first step, under the policy of widget/README.md', async () => {
  const followed = await followGuide('server/express.md', { packages: ['express'] });
  onTestFinished(followed.stop);
  const [policy = ''] = codeBlocks(await readDocument('widget/README.md'), 'csp');
  const here = policy.trim().replace('https://booking.partner.example', followed.url);
  expect((await firstStep(followed.url, here)).filter(isFault)).toEqual([]);
}, 60_000);

it('server/next.md shows the first step on a page that the server renders, and React hydrates it without a warning', async () => {
  const packages = ['next', 'react', 'react-dom'];
  const followed = await followGuide('server/next.md', { packages, filesOf: 'server/express.md' });
  onTestFinished(followed.stop);
  const rendered = await (await fetch(followed.url)).text();
  expect(rendered).toMatch(/<dx-booking[^>]*><\/dx-booking>/);
  // Next.js compiles a route when it is asked for it, and then updates the open pages.
  await fetch(`${followed.url}/subject-token`, { method: 'POST' });
  expect((await fetch(`${followed.url}/api/booking/health/ready`)).status).toBe(200);
  const said = await firstStep(followed.url);
  expect(said.filter(isFault)).toEqual([]);
  expect(said).toContain('log: step place');
}, 120_000);
