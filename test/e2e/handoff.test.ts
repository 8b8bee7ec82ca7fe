/** A member schedules on the hosted page in a frame, in a real browser over the real server and sandbox. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { asked } from '../support/co-branded-server.ts';
import { handoffOfFile } from './handoff-page.ts';

/** How often a page without events asks whether the location has confirmed. */
const pollMs = 15_000;
/** How long the element waits for the page in its frame. */
const frameWaitMs = 8_000;
const { site, service } = await handoffOfFile();
const browser = await browserOfFile();
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeEach(async () => {
  faults = [];
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.clock.install();
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
});
afterEach(() => context.close());

let members = 0;
async function embed(over: Partial<OpenHandoff> = {}, frameSource = service.frameOrigin) {
  const member = `member-${++members}`;
  const ordered = await service.ordered(member);
  site.embed({
    server: service.url,
    subjectToken: `user-${member}`,
    handoff: asked(ordered, over),
    frameSource,
  });
  await page.goto(site.url);
}
const handoff = () => page.locator('dx-handoff');
const frame = () => page.frameLocator('dx-handoff iframe');
const title = (name: string) => handoff().getByRole('heading', { level: 2, name });
const received = () =>
  page.evaluate(() => (window as unknown as { received: { type: string; detail: object }[] }).received);

const completed = async () => (await received()).filter(({ type }) => type === 'dx-handoff-complete');

/** The location confirms, as the sandbox plays it. */
async function locationConfirms(): Promise<void> {
  const [complete] = await completed();
  const { appointment_id = '' } = (complete?.detail ?? {}) as { appointment_id?: string };
  await service.sandbox.transition(appointment_id, { to: 'confirmed' });
}

describe('In a frame a member schedules', () => {
  it('and sees the request and the confirmation that the server read', async () => {
    /** What the page loads before the frame. Later it may say that the frame is slow. */
    const fetched: string[] = [];
    let isFramed = false;
    page.on('request', (request) => {
      isFramed ||= request.frame() !== page.mainFrame();
      if (!isFramed) fetched.push(new URL(request.url()).pathname);
    });
    await embed();
    await expectPage(frame().getByRole('heading', { name: 'Check your times' })).toBeVisible();
    expect(fetched.filter((path) => path.startsWith('/widget/'))).toEqual([
      '/widget/loader.js',
      expect.stringMatching(/handoff-element-/),
    ]);
    expect(await handoff().locator('iframe').getAttribute('title')).toBe('Schedule your test');
    expect(await accessibilityFaults(page)).toEqual([]);
    await frame().getByRole('button', { name: 'Confirm these times' }).click();
    await expectPage(title('Request sent')).toBeVisible();
    await expectPage(frame().getByRole('heading', { name: 'Request sent' })).toBeVisible();
    expect(await completed()).toHaveLength(1);
    await locationConfirms();
    await page.clock.runFor(pollMs);
    await expectPage(title('Your appointment is confirmed')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    const text = JSON.stringify(await received());
    expect(text).toContain('"step":"ready"');
    expect(text).not.toMatch(/http|Odalys|Millrace|555/);
    expect(faults).toEqual([]);
  });

  it('with the whole page in view at every height', async () => {
    await embed();
    await expectPage(frame().getByRole('heading', { name: 'Check your times' })).toBeVisible();
    // The page of a narrow frame is higher.
    await page.setViewportSize({ width: 360, height: 800 });
    const inner = page.frames().at(-1);
    await expect
      .poll(() => inner?.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
      .toBeLessThanOrEqual(1);
    expect(faults).toEqual([]);
  });

  it('or leaves, sees the previous page, and comes back', async () => {
    await embed();
    await page.getByRole('button', { name: 'A button of the page' }).focus();
    await frame().getByRole('button', { name: 'Exit without sending' }).click();
    await expectPage(title('You left scheduling')).toBeVisible();
    await expectPage(page.getByRole('button', { name: 'A button of the page' })).toBeFocused();
    await handoff().getByRole('button', { name: 'Open scheduling again' }).click();
    await frame().getByRole('button', { name: 'Confirm these times' }).click();
    await expectPage(title('Request sent')).toBeVisible();
    expect(faults).toEqual([]);
  });

  it('when the browser blocks storage and cookies of the frame', async () => {
    await context.addInitScript(() => {
      const denied = () => {
        throw new DOMException('denied', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
        Object.defineProperty(window, name, { get: denied });
      Object.defineProperty(Document.prototype, 'cookie', { get: denied, set: denied });
    });
    await embed();
    await frame().getByRole('button', { name: 'Confirm these times' }).click();
    await expectPage(title('Request sent')).toBeVisible();
    expect(faults).toEqual([]);
  });

  it('and finds the same state after back and forward in the browser', async () => {
    await embed();
    await frame().getByRole('button', { name: 'Confirm these times' }).click();
    await expectPage(title('Request sent')).toBeVisible();
    await page.goto('about:blank');
    await page.goBack();
    await expectPage(title('Request sent')).toBeVisible();
    await page.goForward();
    await page.goBack();
    await expectPage(title('Request sent')).toBeVisible();
    expect(faults).toEqual([]);
  });
});

describe('A frame that stays blank', () => {
  it('shows a message within seconds, and a new tab completes the request', async () => {
    await embed({}, "'none'");
    await handoff().locator('iframe').waitFor({ state: 'attached' });
    await page.clock.runFor(frameWaitMs);
    const message = title('The scheduling page isn’t loading here');
    await expectPage(message).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults.every((fault) => /frame-src/.test(fault))).toBe(true);
    const opened = context.waitForEvent('page');
    await handoff().getByRole('link', { name: 'Open in a new tab' }).click();
    const tab = await opened;
    await tab.getByRole('button', { name: 'Confirm these times' }).click();
    await tab.getByRole('heading', { name: 'Request sent' }).waitFor();
    await tab.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expectPage(title('Request sent')).toBeVisible();
  });

  it('loads on the second attempt', async () => {
    let isDown = true;
    await page.route('**/hosted/schedule/*', (route) => (isDown ? route.abort() : route.continue()));
    await embed();
    await handoff().locator('iframe').waitFor({ state: 'attached' });
    await page.clock.runFor(frameWaitMs);
    const again = handoff().getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isDown = false;
    await again.click();
    await expectPage(frame().getByRole('heading', { name: 'Check your times' })).toBeVisible();
  });
});
