/** A page with the frame enters the back/forward cache of a real browser and returns unchanged. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectPage, startWholeBrowser } from '../support/browser.ts';
import { asked } from '../support/co-branded-server.ts';
import { handoffOfFile } from './handoff-page.ts';

const { site, service } = await handoffOfFile();
let browser: Browser;

beforeAll(async () => {
  // Playwright turns the cache off.
  browser = await startWholeBrowser(['--disable-back-forward-cache']);
});
afterAll(async () => {
  await browser?.close();
});

interface Life {
  persisted: boolean[];
  /** Listeners on the window, less those taken off. */
  listeners: Record<string, number>;
}

it('leaves and returns twice: the frame still sends messages, the listeners do not grow, and removal leaves none', async () => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.addInitScript(() => {
    if (window !== window.top) return;
    const life: Life = { persisted: [], listeners: {} };
    Object.assign(window, { life });
    const count = (type: string, by: number) => {
      life.listeners[type] = (life.listeners[type] ?? 0) + by;
    };
    const add = window.addEventListener;
    add.call(window, 'pageshow', (event) => life.persisted.push((event as PageTransitionEvent).persisted));
    const own = ['message', 'pageshow', 'pagehide', 'online', 'visibilitychange', 'focusin'];
    for (const target of [window, document]) {
      const { addEventListener, removeEventListener } = target;
      target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
        const [type, , options] = given;
        if (own.includes(type)) {
          count(type, 1);
          const signal = typeof options === 'object' ? options?.signal : undefined;
          signal?.addEventListener('abort', () => count(type, -1));
        }
        return addEventListener.apply(target, given);
      };
      target.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
        if (own.includes(given[0])) count(given[0], -1);
        return removeEventListener.apply(target, given);
      };
    }
  });
  const life = () => page.evaluate(() => (window as unknown as { life: Life }).life);
  const ordered = await service.ordered('cached');
  site.embed({
    server: service.url,
    subjectToken: 'user-cached',
    handoff: asked(ordered),
    frameSource: service.frameOrigin,
  });
  await page.goto(site.url);
  const frame = page.frameLocator('dx-handoff iframe');
  await expectPage(frame.getByRole('button', { name: 'Confirm these times' })).toBeVisible();
  // Playwright does not see into a frame that comes out of the cache: the test presses its button by position.
  const button = frame.getByRole('button', { name: 'Confirm these times' });
  await button.scrollIntoViewIfNeeded();
  const place = await button.boundingBox();
  const before = (await life()).listeners;
  expect(before.message).toBe(1);

  for (let times = 1; times <= 2; times++) {
    await page.goto(`${service.frameOrigin}/sandbox`);
    await page.goBack({ waitUntil: 'commit' });
    await expect.poll(async () => (await life()).persisted).toEqual([false, ...Array(times).fill(true)]);
    expect((await life()).listeners).toEqual(before);
  }

  if (place === null) throw new Error('the button has no place');
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await expectPage(page.getByRole('heading', { name: 'Request sent' })).toBeVisible();
  await page.evaluate(() => document.querySelector('dx-handoff')?.remove());
  expect(Object.values((await life()).listeners).filter((count) => count > 0)).toEqual([]);
  expect(faults).toEqual([]);
});
