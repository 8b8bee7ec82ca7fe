/** Whole bookings in a real browser against the stack that `npm start` starts. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { Sandbox } from '../support/sandbox.ts';
import { recordEvents, typed } from './page-state.ts';
import { stackOfFile } from './stack.ts';
import { Visitor } from './visitor.ts';

const phonePx = 320;
const browser = await browserOfFile();
const stack = stackOfFile();
let visitor: Visitor | undefined;

afterEach(async () => {
  await visitor?.leave();
  visitor = undefined;
});

const arrive = async (options = {}) => {
  visitor = await Visitor.arrive(browser, stack.siteUrl, options);
  return visitor;
};

describe('A customer books', () => {
  it('CALST on a phone with a reload at each step: keeps and protects all input, and every step is accessible and fits the screen [ENV-15]', async () => {
    const customer = await arrive({ width: phonePx });
    const { page } = customer;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const events = await recordEvents(page);
    const found: string[] = [];
    await customer.book('CALST', async (step) => {
      const before = await typed(customer.booking);
      await page.reload();
      await customer.sees(step);
      expect([step, await typed(customer.booking)]).toEqual([step, before]);
      await customer.permitAgain();
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflowPx > 0) found.push(`${step}: ${overflowPx} px too wide`);
      found.push(...(await accessibilityFaults(page)).map((fault) => `${step}: ${fault}`));
    });
    expect(found).toEqual([]);
    expect(customer.faults).toEqual([]);
    await expectNothingLeaked(customer, requests, events());
    await expectLiveConfirmation(customer, events());
  });

  it('DEXA beside a second copy of Lit while the chosen time is taken, and again after a decline: repeats no other step', async () => {
    const customer = await arrive({ path: '/second-lit' });
    const events = await recordEvents(customer.page);
    const chosen = firstChoice(customer.page);
    const sandbox = new Sandbox(stack.sandboxUrl);
    const found: string[] = [];
    await customer.book('DEXA', async (step) => {
      found.push(...(await accessibilityFaults(customer.page)).map((fault) => `${step}: ${fault}`));
      if (step === 'review') await comeBackWithoutPaying(customer);
      if (step !== 'questionnaire') return;
      await sandbox.takeTime(chosen());
      await customer.sendQuestionnaire();
      await customer.sees('times');
      const taken =
        /^\w{3},\s\w{3}\s\d+,\s\d+:\d\d\s[AP]M was just taken\. Your other times are still chosen\.$/;
      await expectPage(customer.booking.getByText(taken)).toBeVisible();
      await expectPage(customer.booking.getByText('You won’t be charged again.')).toBeVisible();
      await customer.button('Send request').click();
      await customer.sees('sent');
      customer.sendQuestionnaire = async () => {};
    });
    await sandbox.transition(appointmentIn(events()), { to: 'pending_scheduling' });
    await customer.page.reload();
    const declined = customer.booking.getByRole('heading', { name: 'can’t offer these times' });
    await customer.button('Choose other times').click();
    await customer.opens('times');
    await customer.button('Back to Your request').click();
    await expectPage(declined).toBeFocused();
    await customer.button('Choose other times').click();
    await customer.opens('times');
    await customer.page.goBack();
    await expectPage(declined).toBeFocused();
    await customer.page.goForward();
    await expectPage(declined).toBeVisible();
    await customer.button('Choose other times').click();
    await customer.opens('times');
    await expectPage(customer.booking.getByText('Your times are no longer available.')).toBeVisible();
    await customer.chooseTimes(2);
    await customer.button('Send request').click();
    await customer.opens('sent');
    expect(found).toEqual([]);
    expect(customer.faults).toEqual([]);
  });
});

/** The page talks to its own site and the server only, and nothing typed is in an address, an event or the browser's storage. */
async function expectNothingLeaked({ page }: Visitor, requests: string[], events: unknown[]): Promise<void> {
  const origins = new Set(requests.map((url) => new URL(url).origin));
  expect([...origins].sort()).toEqual([stack.siteUrl, stack.serverUrl].sort());
  const reported = JSON.stringify(events);
  expect(reported).toContain('dx-sent');
  const personal = /Maren|Wasserstrahl|maren@|212 ?555|18 Harbor/;
  expect(`${requests.join(' ')} ${reported} ${await page.title()}`).not.toMatch(personal);
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(stored).not.toMatch(personal);
  const paths = requests.filter((url) => url.startsWith(stack.serverUrl)).map((url) => new URL(url).pathname);
  const known = /^\/(first-view|token|live|journeys(\/[0-9a-f-]{36}(\/(previews|revisit|retry))?)?)$/;
  expect(paths.filter((path) => !known.test(path))).toEqual([]);
}

const appointmentIn = (events: unknown[]): string =>
  /"appointment_id":"([^"]+)"/.exec(JSON.stringify(events))?.[1] ?? '';

/** Ends the timers of a page, and starts none that is as long as a poll. What the page reads afterwards, it reads because of the live stream. */
const endPolls = (page: Page) =>
  page.evaluate(() => {
    const pollMs = 20_000;
    const { setTimeout } = window;
    const newest = setTimeout(() => {});
    for (let id = 1; id <= newest; id++) clearTimeout(id);
    Object.assign(window, {
      setTimeout: (callback: () => void, ms = 0) => (ms < pollMs ? setTimeout(callback, ms) : 0),
    });
  });

/** The location confirms: the open page turns into the appointment without a poll, and offers a calendar file. */
async function expectLiveConfirmation({ booking, page, button }: Visitor, events: unknown[]): Promise<void> {
  const id = appointmentIn(events);
  await endPolls(page);
  await button('Book another test').focus();
  await new Sandbox(stack.sandboxUrl).transition(id, { to: 'confirmed' });
  const title = 'Your appointment is confirmed';
  await expectPage(booking.getByRole('heading', { name: title })).toBeVisible();
  await expectPage(booking.locator('[aria-live]').filter({ hasText: title })).toBeAttached();
  await expectPage(button('Book another test')).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await button('Add to calendar').click();
  expect((await saved).suggestedFilename()).toBe('appointment.ics');
  expect(await readFile(await (await saved).path(), 'utf8')).toContain(`UID:${id}@`);
}

/** By the link of the payment page, then by the browser's Back: both show the plain review. */
async function comeBackWithoutPaying(customer: Visitor): Promise<void> {
  const { booking, page, button } = customer;
  for (const leave of [
    () => page.getByRole('link', { name: 'Back without paying' }).click(),
    () => page.goBack(),
  ]) {
    await button(/^Pay \$/).click();
    await page.waitForURL(/\/pay\//);
    await leave();
    await customer.sees('review');
    await expectPage(button(/^Pay \$/)).toHaveAttribute('aria-disabled', 'false');
    expect(await booking.getByText(/see your payment|Check again/).count()).toBe(0);
    expect(page.url()).not.toContain('dx-payment');
  }
}

/** The first choice among the times that the page sends. A calendar read later may begin with another day. */
function firstChoice(page: Page): () => string {
  let primary = '';
  page.on('request', (request) => {
    primary = /"primary":"([^"]+)"/.exec(request.postData() ?? '')?.[1] ?? primary;
  });
  return () => primary;
}
