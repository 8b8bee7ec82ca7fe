/** Pages over a release of the widget: pinned bytes, two versions on one page, and a page that was open meanwhile. */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { shared } from '../support/ask-made-once.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import {
  openReleaseSite,
  type ReleaseSite,
  removeRelease,
  writeOtherRelease,
} from '../support/widget-release.ts';
import { typed } from './page-state.ts';
import { Visitor } from './visitor.ts';

let older: string;
let newer: string;
/** The older release with a byte more in each file. */
let tampered: string;
let kept: string;
let chunks: string[];
/** Serves one release. */
let site: ReleaseSite;
/** Serves the older release too. */
let keeping: ReleaseSite;
let service: FullApiServer;
const browser = await browserOfFile();

beforeAll(async () => {
  await shared('pages');
  [older, newer] = await Promise.all([writeOtherRelease('1.0.0'), writeOtherRelease('1.1.0')]);
  chunks = (await readdir(older)).filter((name) => /-.*\.js$/.test(name));
  tampered = await tamperWith(older);
  kept = await mkdtemp(join(tmpdir(), 'dx-kept-'));
  site = await openReleaseSite(older);
  keeping = await openReleaseSite(older, kept);
  service = await startFullApiServer({ env: { ORIGINS: `${site.url},${keeping.url}` } });
});
afterEach(() => site.release(older));
afterAll(async () => {
  await service?.stop();
  await site?.close();
  await keeping?.close();
  await Promise.all([older, newer, tampered, kept].filter(Boolean).map(removeRelease));
});

/** @returns a folder with the same files, each a byte longer, and without compressed ones */
async function tamperWith(release: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dx-tampered-'));
  for (const name of await readdir(release)) {
    const bytes = await readFile(join(release, name));
    if (name.endsWith('.js')) await writeFile(join(folder, name), `${bytes}\n`);
    else if (!/\.(?:br|gz)$/.test(name)) await writeFile(join(folder, name), bytes);
  }
  return folder;
}

const script = (path: string) => `<script type="module" src="/widget/${path}/loader.js"></script>`;
const booking = (user: string) =>
  `<dx-booking server="${service.url}" subject-token="user-${user}"></dx-booking>`;
const show = (path: string, html: string, policy?: string) => {
  site.pages.set(path, { html, ...(policy && { policy }) });
  return site.url + path;
};

const stepOf = (page: Page) => page.locator('dx-booking').getByRole('heading', { level: 2 });

async function recordErrors(page: Page): Promise<() => Promise<unknown[]>> {
  await page.addInitScript(() => {
    const codes: unknown[] = [];
    Object.assign(window, { codes });
    addEventListener('dx-error', (event) => codes.push((event as CustomEvent).detail.code));
  });
  return () => page.evaluate(() => (window as unknown as { codes: unknown[] }).codes);
}

describe('an open page', () => {
  it('goes on with the files of the next release, and loses nothing', async () => {
    const visitor = await Visitor.open(browser, show('/open', script('v1') + booking('open')));
    await visitor.chooseTest('DEXA');
    await visitor.choosePlace();
    await visitor.acceptProduct();
    // The files of the next steps load with the first chosen time.
    site.release(newer);
    site.asked.length = 0;
    await visitor.chooseTimes();
    await visitor.continueTo('identity');
    await visitor.fillDetails();
    const details = await typed(visitor.booking);
    await visitor.continueTo('consent');
    await visitor.fillConsent();
    await visitor.sign('review');
    expect(site.asked.filter((path) => path === '/widget/v1/loader.js')).toHaveLength(1);
    await visitor.button('Back').click();
    await visitor.sees('consent');
    await visitor.button('Back').click();
    await visitor.sees('identity');
    await visitor.openKnown();
    await expect.poll(() => typed(visitor.booking)).toEqual(details);
    await visitor.page.context().close();
  });

  it('loads the element from the next release, if its loader is of the one before', async () => {
    const page = await browser.newPage();
    const loader = await readFile(join(older, 'loader.js'));
    await page.route(`${site.url}/widget/v1/loader.js`, (route) =>
      route.fulfill({ body: loader, contentType: 'text/javascript' }),
    );
    site.release(newer);
    await page.goto(show('/stale', script('v1') + booking('stale')));
    await expectPage(stepOf(page)).toBeVisible();
    await page.close();
  });

  it('offers to reload when the file of a step does not load again, as in browsers that keep the failure', async () => {
    const visitor = await Visitor.open(browser, show('/stuck', script('1.0.0') + booking('stuck')));
    let blocked = true;
    await visitor.page.route(/\/details-steps-/, (route) => (blocked ? route.abort() : route.continue()));
    await visitor.chooseTest('DEXA');
    await visitor.choosePlace();
    await visitor.acceptProduct();
    await visitor.chooseTimes();
    await visitor.button('Continue').click();
    await visitor.button('Try again').click();
    const reload = visitor.button('Reload the page');
    await reload.waitFor();
    blocked = false;
    await reload.click();
    await visitor.sees('identity');
    await visitor.page.context().close();
  });

  it('shows the texts of the partner from the first drawing on', async () => {
    const page = await browser.newPage();
    const texts = { 'place.headingTest': 'Which check?', 'words.clinic': 'studio' };
    const replace = `<script>document.querySelector('dx-booking').messages = ${JSON.stringify(texts)}</script>`;
    const answered = page.waitForResponse(/first-view/);
    await page.route(/replaced-texts-/, async (route) => {
      await answered;
      // A step that does not wait for the texts is drawn in these frames.
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      await route.continue();
    });
    await page.goto(show('/words', script('v1') + booking('words') + replace));
    await stepOf(page).waitFor();
    expect(await stepOf(page).textContent()).toBe('Which check?');
    await expectPage(page.getByRole('navigation', { name: 'Booking progress' })).toContainText(
      'Test and place',
    );
    await page.close();
  });
});

describe('a page that pins a version', () => {
  const policy = () =>
    `default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'self'; img-src data:; connect-src ${service.url}; require-trusted-types-for 'script'`;
  const pinned = async () => {
    const tags = await (await fetch(`${site.url}/widget/1.0.0/import-map.html`)).text();
    return tags.replaceAll('<script ', '<script nonce="n" ');
  };

  it('loads its files under a strict policy', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(show('/pinned', (await pinned()) + booking('pinned'), policy()));
    await expectPage(stepOf(page)).toBeVisible();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('refuses a changed byte in each file', async () => {
    const page = await browser.newPage();
    site.release(tampered);
    site.asked.length = 0;
    const addresses = chunks.map((name) => `${site.url}/widget/1.0.0/${name}`);
    site.pages.set('/empty', { html: await pinned() });
    await page.goto(`${site.url}/empty`);
    // As text: the test runner replaces `import` in a function.
    const loads = await page.evaluate(
      `Promise.allSettled(${JSON.stringify(addresses)}.map((one) => import(one))).then((all) => all.map(({ status }) => status))`,
    );
    expect(loads).toEqual(chunks.map(() => 'rejected'));
    expect(site.asked).toEqual(expect.arrayContaining(chunks.map((name) => `/widget/1.0.0/${name}`)));
    await page.close();
  });

  it('reports a changed file as load_failed, and takes no other release', async () => {
    const page = await browser.newPage();
    const errors = await recordErrors(page);
    const tags = await pinned();
    site.release(tampered);
    site.asked.length = 0;
    const loader = await readFile(join(older, 'loader.js'));
    await page.route('**/loader.js', (route) =>
      route.fulfill({
        body: loader,
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    await page.goto(show('/changed', tags + booking('changed'), policy()));
    await expectPage(page.locator('dx-booking > [role=alert]')).toContainText('did not load');
    expect(await errors()).toEqual(['load_failed']);
    expect(site.asked.filter((path) => path.includes('loader.js'))).toEqual([]);
    await page.close();
  });
});

describe('two versions on one page', () => {
  it('define each element once, and work', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    keeping.release(newer);
    const bundled = chunks.find((name) => name.startsWith('booking-'));
    keeping.pages.set('/both', {
      html: `<script type="module" src="/widget/1.0.0/${bundled}"></script>${script('1.0.0')}${script('v1')}
${booking('both')}<dx-appointments server="${service.url}" subject-token="user-both-too"></dx-appointments>`,
    });
    await page.goto(`${keeping.url}/both`);
    await expectPage(stepOf(page)).toBeVisible();
    await expectPage(page.locator('dx-appointments').getByRole('heading').first()).toBeVisible();
    expect(faults).toEqual([]);
    expect(keeping.asked.filter((path) => path.includes('/appointments-'))).toHaveLength(1);
    await page.close();
  });
});
