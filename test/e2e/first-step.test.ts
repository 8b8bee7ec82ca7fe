/** The first step in the HTML of a page: it is what the element draws, and the element takes it over unseen. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { drawnTree, hasTakenOver } from '../support/drawn-tree.ts';
import { differentPixels } from '../support/pixels.ts';
import { type Asked, MarkupSite } from './markup-site.ts';
import { Visitor } from './visitor.ts';

let site: MarkupSite;
const browser = await browserOfFile();

beforeAll(async () => {
  site = await MarkupSite.start();
});
afterAll(async () => {
  await site?.stop();
});

/** Waits for the heading, and for the rest of the HTML: a browser shows what has arrived. */
async function seesMarkup(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 2 }).waitFor();
  await page.locator('dx-booking + script').waitFor({ state: 'attached' });
}

async function arrive(
  url: string,
  {
    width = 1024,
    scheme = 'light' as 'light' | 'dark',
    forcedColors = 'none' as 'none' | 'active',
    before = async (_: Page): Promise<unknown> => null,
  } = {},
): Promise<Visitor> {
  const visitor = await Visitor.begin(browser, width, { colorScheme: scheme, forcedColors });
  onTestFinished(() => visitor.leave());
  await before(visitor.page);
  // The page loads for as long as its loader waits.
  await visitor.page.goto(url, { waitUntil: 'commit' });
  await seesMarkup(visitor.page);
  return visitor;
}

/** Opens a page whose loader is there, and whose module waits. @returns what lets the module go */
async function arriveBeforeModule(asked: Asked): Promise<{ visitor: Visitor; letGo(): void }> {
  const { url, open } = await site.hold(asked);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const visitor = await arrive(url, {
    before: (page) => page.route(/\/booking-/, (route) => held.then(() => route.continue())),
  });
  open();
  await visitor.page.waitForFunction(() => 'dxLoad' in globalThis);
  return { visitor, letGo };
}

/** Opens a page without any script. @returns what lets its loader go */
async function arriveBeforeLoader(): Promise<{ visitor: Visitor; letGo(): void }> {
  const { url, open } = await site.hold();
  return { visitor: await arrive(url), letGo: open };
}

const takenOver = (page: Page) => expect.poll(() => page.evaluate(hasTakenOver)).toBe(true);

const screens = { 'the list of tests': {}, 'the search': { 'test-types': 'VO2' } };

describe.each(Object.entries(screens))('%s', (_name, attributes) => {
  it.each(['en', 'es', 'de', 'ar'])('is in %s what the element draws', async (language) => {
    const { url, open } = await site.hold({ language, attributes });
    const { page, faults } = await arrive(url);
    const markup = await page.evaluate(drawnTree);
    expect(markup.length).toBeGreaterThan(50);
    open();
    await takenOver(page);
    expect(await page.evaluate(drawnTree)).toEqual(markup);
    expect(faults).toEqual([]);
  });

  it.each([
    ['en', 320, 'light', 'none'],
    ['de', 360, 'light', 'active'],
    ['ar', 360, 'dark', 'none'],
    ['ar', 1280, 'dark', 'none'],
  ] as const)(
    'stays the same picture in %s at %i pixels, %s, forced colors %s',
    async (language, width, scheme, forcedColors) => {
      const { url, open } = await site.hold({ language, attributes });
      const { page } = await arrive(url, { width, scheme, forcedColors });
      const before = await page.screenshot();
      open();
      await takenOver(page);
      expect(await differentPixels(browser, before, await page.screenshot())).toBe(0);
    },
  );
});

/**
 * Counts in each frame the headings that are drawn, from the first one on, and adds up the shifts. Runs before the page's own
 * scripts. A frame before the first heading is one of a page whose HTML is still on its way.
 */
function watchFrames(): void {
  const seen = { headings: new Set<number>(), shift: 0 };
  Object.assign(globalThis, { seen });
  const headings = (root: ParentNode): number =>
    root.querySelectorAll('h2').length +
    [...root.querySelectorAll('*')].reduce(
      (sum, { shadowRoot }) => sum + (shadowRoot ? headings(shadowRoot) : 0),
      0,
    );
  const frame = () => {
    const count = headings(document);
    if (count > 0 || seen.headings.size > 0) seen.headings.add(count);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

describe('the handover', () => {
  it('has one heading in each frame, and shifts nothing', async () => {
    const { url, open } = await site.hold();
    const visitor = await arrive(url, { before: (page) => page.addInitScript(watchFrames) });
    open();
    await takenOver(visitor.page);
    const seen = await visitor.page.evaluate(async () => {
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      const { headings, shift } = (
        globalThis as unknown as { seen: { headings: Set<number>; shift: number } }
      ).seen;
      return { headings: [...headings], shift };
    });
    expect(seen).toEqual({ headings: [1], shift: 0 });
  });

  it('keeps the focus, what was typed and what is selected', async () => {
    const { url, open } = await site.hold({ attributes: { 'test-types': 'DEXA' } });
    const visitor = await arrive(url);
    const zip = visitor.textbox('ZIP code');
    await zip.pressSequentially('10002');
    await zip.press('Shift+ArrowLeft');
    open();
    await takenOver(visitor.page);
    await expectPage(zip).toBeFocused();
    expect(
      await zip.evaluate((input: HTMLInputElement) => [
        input.value,
        input.selectionStart,
        input.selectionEnd,
      ]),
    ).toEqual(['10002', 4, 5]);
    await visitor.button('Find testing centers').click();
    await visitor.button('Choose this testing center, 180 Harrowgate Street').waitFor();
  });

  it.each([
    ['the module', () => arriveBeforeModule({})],
    ['any script', arriveBeforeLoader],
  ])('chooses the test that was pressed before %s had loaded', async (_, arriveBefore) => {
    const { visitor, letGo } = await arriveBefore();
    await visitor.button(/Calcium Score/).click();
    letGo();
    await visitor.textbox('ZIP code').waitFor();
    await visitor.page.getByText('Calcium Score').first().waitFor();
  });

  it('chooses no test that only has the focus', async () => {
    const { visitor, letGo } = await arriveBeforeLoader();
    const first = visitor.button(/DEXA body composition/);
    await visitor.page.keyboard.press('Tab');
    await expectPage(first).toBeFocused();
    letGo();
    await takenOver(visitor.page);
    await expectPage(first).toBeFocused();
  });

  it('sends the search that was pressed before, and the browser sends no form', async () => {
    const { visitor, letGo } = await arriveBeforeModule({ attributes: { 'test-types': 'DEXA' } });
    const url = visitor.page.url();
    await visitor.textbox('ZIP code').fill('10002');
    await visitor.textbox('ZIP code').press('Enter');
    letGo();
    await visitor.button('Choose this testing center, 180 Harrowgate Street').waitFor();
    expect(visitor.page.url()).toBe(url);
  });

  it('waits while a pointer is down, so that its click counts', async () => {
    const { url, open } = await site.hold();
    const visitor = await arrive(url);
    const box = await visitor.button(/Calcium Score/).boundingBox();
    const { page } = visitor;
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    await page.mouse.down();
    open();
    await page.waitForFunction(() => customElements.get('dx-booking'));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.evaluate(hasTakenOver)).toBe(false);
    await page.mouse.up();
    await visitor.textbox('ZIP code').waitFor();
  });
});

describe('the view in the markup', () => {
  it.each([
    ['asks for nothing', {}],
    ['limits the places', { 'radius-miles': '20', 'no-alternates': '' }],
  ])(
    'lets the customer go on without any response of the server on a page that %s',
    async (_, attributes) => {
      const { url, open } = await site.hold({ attributes });
      const visitor = await arrive(url, { before: (page) => page.route('**/first-view', () => {}) });
      open();
      await takenOver(visitor.page);
      await visitor.chooseTest('DEXA');
    },
  );

  it('is left if it is older than an hour: the request is sent before the module is there', async () => {
    const markup = (await site.markupOf({})).replace(/"made_at":\d+/, '"made_at":1');
    const { url, open } = await site.hold({}, markup);
    const { page } = await arrive(url, { before: (page) => page.route(/\/booking-/, () => {}) });
    const request = page.waitForRequest('**/first-view');
    open();
    await request;
  });

  it('has nothing of a user, and is not there if the server would have to search', async () => {
    const json = /<script type="application\/json">(.*)<\/script>/;
    const [, look = ''] = json.exec(await site.markupOf({})) ?? [];
    const { asked, view } = JSON.parse(look);
    expect([asked, view.journey_id, view.shows.known_zip, view.draft, view.previous]).toEqual([
      {},
      '',
      null,
      null,
      null,
    ]);
    expect(await site.markupOf({ attributes: { 'test-types': 'DEXA', zip: '10001' } })).not.toMatch(json);
  });
});

describe('a page whose scripts do not come', () => {
  it('keeps the step, and says so above it', async () => {
    const { url, open } = await site.hold();
    const visitor = await arrive(url, {
      before: (page) => page.route(/\/booking-/, (route) => route.abort()),
    });
    open();
    await visitor.page.getByRole('alert').waitFor();
    expect(await visitor.button(/Calcium Score/).isVisible()).toBe(true);
    await visitor.page.unroute(/\/booking-/);
    await visitor.button('Try again').click();
    await takenOver(visitor.page);
    await visitor.page.getByRole('alert').waitFor({ state: 'detached' });
  });

  it('stays where it is without any script', async () => {
    const { url } = await site.hold({ attributes: { 'test-types': 'DEXA' }, policy: "script-src 'none'" });
    const { page } = await arrive(url);
    await page.getByRole('textbox').press('Enter');
    await page.getByRole('button').first().click();
    expect(await page.evaluate(hasTakenOver)).toBe(false);
    expect(page.url()).toBe(url);
  });
});

describe('markup that is not of this page', () => {
  it('gives way to what the element draws', async () => {
    const { url, open } = await site.hold(
      {},
      await site.markupOf({ language: 'de', attributes: { 'test-types': 'DEXA' } }),
    );
    const visitor = await arrive(url);
    await visitor.page.getByRole('textbox').fill('10002');
    open();
    await takenOver(visitor.page);
    await visitor.button(/Calcium Score/).waitFor();
  });

  it.each([
    ['a template that the browser did not parse', '<template shadowrootmode="unknown"><p>x</p></template>'],
    ['none, for a test that nobody offers', ''],
  ])('is as without: %s', async (_name, markup) => {
    const { url, open } = await site.hold({}, markup);
    open();
    const visitor = await Visitor.begin(browser);
    onTestFinished(() => visitor.leave());
    await visitor.page.goto(url);
    await visitor.sees('place');
  });

  it('is a placeholder of the partner, until the element draws', async () => {
    const placeholder = '<template shadowrootmode="open"><h2>One moment</h2></template>';
    const { url, open } = await site.hold({}, placeholder);
    const { page } = await arrive(url);
    open();
    await takenOver(page);
    expect(await page.getByText('One moment').count()).toBe(0);
  });
});

it('has no text of the page that is no ZIP code', async () => {
  const attributes = { 'test-types': 'DEXA', zip: '"><b>&' };
  const markup = await site.markupOf({ attributes });
  expect(markup).not.toContain('<b>');
  const visitor = await arrive((await site.hold({ attributes: {} }, markup)).url);
  expect(await visitor.textbox('ZIP code').inputValue()).toBe('');
});

describe('a page with a strict policy', () => {
  const strict = (style: string) =>
    [
      "default-src 'none'",
      `script-src ${site.url} ${site.server}`,
      `connect-src ${site.server}`,
      'img-src data:',
      `style-src ${style}`,
      "require-trusted-types-for 'script'",
      'trusted-types dx-lit',
    ].join('; ');

  it('shows the linked styles, and nothing before them', async () => {
    const { url, open } = await site.hold({ styles: 'link', policy: strict(site.server) });
    const visitor = await Visitor.begin(browser);
    onTestFinished(() => visitor.leave());
    const { promise: sheets, resolve: letGo } = Promise.withResolvers<void>();
    await visitor.page.route('**/*.css', (route) => sheets.then(() => route.continue()));
    const asked = visitor.page.waitForRequest('**/*.css');
    await visitor.page.goto(url, { waitUntil: 'commit' });
    await asked;
    const heading = visitor.page.getByRole('heading', { level: 2 });
    expect(await heading.isVisible()).toBe(false);
    letGo();
    await seesMarkup(visitor.page);
    const before = await visitor.page.screenshot();
    open();
    await takenOver(visitor.page);
    expect((await visitor.page.screenshot()).equals(before)).toBe(true);
    expect(visitor.faults).toEqual([]);
  });
});
