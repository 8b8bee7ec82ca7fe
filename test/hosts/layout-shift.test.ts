/** Nothing on the page moves while an element loads and while its steps change, on a slow network. */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { expectPage } from '../support/browser.ts';
import { readDocument } from '../support/documents.ts';
import { hostHarnessOfFile } from './host-harness.ts';

/** The largest sum of shifts on one page. */
const mostShift = 0.01;

const harness = await hostHarnessOfFile();

interface Shift {
  value: number;
  sources: string[];
}

/**
 * Runs before the page's own scripts. Shifts shortly after input do not count, nor what comes into view because a step is shorter
 * than the one before: on a slow machine that is no longer shortly after.
 */
function recordShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}` : `${node?.nodeName}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    })[])
      if (!entry.hadRecentInput && entry.sources.some(({ previousRect }) => previousRect.width > 0))
        shifts.push({
          value: entry.value,
          sources: entry.sources.map(
            ({ node, previousRect, currentRect }) =>
              `${nameOf(node)} ${previousRect.top} to ${currentRect.top}`,
          ),
        });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The rule of the guide. */
const [, rule] =
  /```css\n(dx-booking,[^`]*min-block-size[^`]*)```/.exec(await readDocument('widget/README.md')) ?? [];
const recipe = `<style>${rule}</style>`;

async function openSlowly(width: number, tag: string, recipeOfGuide = recipe): Promise<Page> {
  const given = await harness.parts(`shift-${tag}-${width}-${recipeOfGuide.length}`);
  const path = `/shift-${tag}-${width}`;
  harness.site.pages.set(path, {
    text: `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">${recipeOfGuide}
      <title>Book a test</title>${given.script}</head><body><header><h1>A clinic</h1></header>
      ${given.tag.replaceAll('dx-booking', tag)}<footer><p>Imprint of the clinic</p></footer></body></html>`,
  });
  const page = await harness.browser.newPage({ viewport: { width, height: 740 } });
  await page.addInitScript(recordShifts);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const bytesPerSecond = 1_600_000 / 8;
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await page.goto(harness.site.url + path);
  return page;
}

async function shiftOf(page: Page): Promise<{ total: number; shifts: Shift[] }> {
  // The browser reports the shifts of a frame after it.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  return { total: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
}

async function expectNoShift(page: Page): Promise<void> {
  const { total, shifts } = await shiftOf(page);
  expect(total, JSON.stringify(shifts)).toBeLessThan(mostShift);
}

describe.each([360, 1280])('at %i px on a slow network', (width) => {
  it('the booking moves nothing while it loads, and from step to step', async () => {
    const page = await openSlowly(width, 'dx-booking');
    const heading = page.locator('dx-place-step h2');
    await expectPage(heading).toBeVisible();
    await expectNoShift(page);
    await page.getByText('DEXA body composition').first().click();
    await page.locator('input[autocomplete=postal-code]').fill('10002');
    await page.keyboard.press('Enter');
    await page.locator('.choose button').first().click();
    await expectPage(page.locator('dx-product-step h2, dx-times-step h2').first()).toBeVisible();
    await expectNoShift(page);
    await page.close();
  });

  it('the list of appointments moves nothing while it loads', async () => {
    const page = await openSlowly(width, 'dx-appointments');
    await expectPage(page.locator('dx-appointments h2').first()).toBeVisible();
    await expectNoShift(page);
    await page.close();
  });
});

it('measures the shift of a page without the recipe', async () => {
  const page = await openSlowly(1280, 'dx-booking', '<!-- none -->');
  await expectPage(page.locator('dx-place-step h2')).toBeVisible();
  const { total } = await shiftOf(page);
  expect(total).toBeGreaterThan(mostShift);
  await page.close();
});
