/**
 * The next user of a shared device: a page comes out of the back/forward cache of a real browser after another user
 * has signed in. The page names its users by `getSubjectToken`, and nobody has revoked the tokens of the former user.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shared } from '../support/ask-made-once.ts';
import { expectPage, startWholeBrowser } from '../support/browser.ts';
import { type FullApiServer, origin } from '../support/full-api-server.ts';
import { harness, startPhysicians } from '../support/physician-harness.ts';
import { openPlainSite, type PlainSite } from './plain-site.ts';
import { subjectOf } from './user-change.ts';

let site: PlainSite;
let service: FullApiServer;
let browser: Browser;
let appointmentId: string;

beforeAll(async () => {
  await shared('pages');
  site = await openPlainSite();
  site.framed = { body: '<h1>Another page of the site</h1>' };
  service = await startPhysicians('structured_api', { env: { ORIGINS: `${origin},${site.url}` } });
  const { booked } = await harness(service, 'ada');
  appointmentId = booked.id;
  // Playwright turns the cache off.
  browser = await startWholeBrowser(['--disable-back-forward-cache']);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await site?.close();
});

/** What the page records from the moment at which it comes back. */
interface Return {
  /** Whether the user's view was to be seen in the first frame. */
  seen: boolean | null;
  /** Resolves the page's question who the user is. */
  answer(): void;
}

/** Records the first frame after the cache, and holds the page's answer back until `answer` is called. */
async function watch(page: Page, tag: string): Promise<void> {
  await page.addInitScript((name) => {
    const back: Return = { seen: null, answer: () => {} };
    Object.assign(window, { back });
    let isHeld = false;
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted) return;
      isHeld = true;
      requestAnimationFrame(() => {
        const view = document.querySelector(name)?.shadowRoot?.querySelector('.user-view');
        back.seen = view?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? null;
      });
    });
    const getSubjectToken = async () => {
      if (isHeld) await new Promise<void>((resolve) => (back.answer = resolve));
      return localStorage.getItem('user');
    };
    document.addEventListener('DOMContentLoaded', () => {
      const element = document.querySelector(name);
      if (element) Object.assign(element, { getSubjectToken });
    });
  }, tag);
}

const elements = [
  {
    tag: 'dx-booking',
    first: 'user-ada',
    next: 'user-ben',
    shows: 'Request sent',
    follows: 'Which test would you like?',
  },
  {
    tag: 'dx-appointments',
    first: 'user-ada',
    next: 'user-ben',
    shows: 'More details',
    follows: 'You have no appointments yet.',
  },
  {
    tag: 'dx-physician-order',
    first: 'staff-ada',
    next: 'staff-ben',
    shows: 'Order this test',
    follows: 'We can’t find this appointment.',
  },
];

for (const { tag, first, next, shows, follows } of elements)
  it(`<${tag}> conceals its user after Back, asks the page, and continues as the user who signed in meanwhile`, async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await watch(page, tag);
    const type = 'urn:ietf:params:oauth:token-type:access_token';
    site.page = {
      body: `<${tag} server="${service.url}" subject-token-type="${type}" appointment-id="${appointmentId}"></${tag}>`,
    };
    const signIn = (user: string) => page.evaluate((name) => localStorage.setItem('user', name), user);
    await page.goto(`${site.url}/framed`);
    await signIn(first);
    await page.goto(site.url);
    const element = page.locator(tag);
    await expectPage(element.getByText(shows, { exact: true }).first()).toBeVisible();

    await page.goto(`${site.url}/framed`);
    await signIn(next);
    const sent: string[] = [];
    page.on('request', (request) => {
      const { authorization } = request.headers();
      if (authorization?.startsWith('DPoP ')) sent.push(subjectOf(authorization.slice(5)));
    });
    await page.goBack({ waitUntil: 'commit' });
    const back = () => page.evaluate(() => (window as unknown as { back: Return }).back.seen);
    await expect.poll(back, { message: 'the first frame' }).toBe(false);
    expect(await element.ariaSnapshot()).not.toContain(shows);
    await page.evaluate(() => (window as unknown as { back: Return }).back.answer());
    await expectPage(element.getByText(follows)).toBeVisible();
    await expectPage(element.getByText(shows, { exact: true })).toHaveCount(0);
    expect([...new Set(sent)]).toEqual([next]);
    await context.close();
  });
