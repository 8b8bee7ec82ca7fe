/** The admin page in a browser: an operator finds a booking, helps it, and erases a user, by keyboard. */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { version } from '../../../server/core/version.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { faultsOf } from '../../sandbox/page-faults.ts';
import { accessibilityFaults } from '../../support/accessibility-faults.ts';
import { answerStep, at, choosePlace, pickTimes, profile, untilReview } from '../../support/booking.ts';
import { expectPage, shareBrowser } from '../../support/browser.ts';
import type { Customer } from '../../support/customer.ts';
import { type FullApiServer, startFullApiServer } from '../../support/full-api-server.ts';
import { refusal } from '../../support/scripted-refusal.ts';

const { key, entry } = newOperatorKey('alice', 'admin');
const support = newOperatorKey('sam', 'support');
let service: FullApiServer;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([
    startFullApiServer({
      env: { ADMIN_PORT: '0', ADMIN_KEYS: `${entry},${support.entry}` },
      tuning: { writes: { retryLimit: 2 } },
    }),
    shareBrowser(),
  ]);
});
afterAll(() => Promise.all([browser.close(), service.stop()]));

async function openPage(): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({ viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  const faults = faultsOf(page);
  await page.goto(service.adminUrl());
  return { page, faults };
}

async function signIn(page: Page, own = key): Promise<void> {
  await page.getByLabel('Your key').fill(own);
  await page.keyboard.press('Enter');
  await expectPage(page.getByLabel('Reference or user id')).toBeFocused();
}

async function lookUp(page: Page, reference: string): Promise<void> {
  await page.getByLabel('Reference or user id').fill(reference);
  await page.keyboard.press('Enter');
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 40; count++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent?.trim();
    });
    if (focused === name) return;
  }
  throw new Error(`Tab never reaches ${name}`);
}

const expectClean = async (page: Page) => {
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
};

it('signs in, tries a stopped order again, notes it, and erases the user', async () => {
  const customer = service.customer('ines');
  const review = await untilReview(customer, 'DEXA');
  await service.sandbox.fault('POST', '/v1/orders', refusal(401, null));
  await answerStep(customer, review);
  const { page, faults } = await openPage();
  await expectClean(page);

  await page.getByLabel('Your key').fill(`${key}x`);
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('alert').filter({ hasText: 'This key is not valid.' })).toBeVisible();
  await expectClean(page);
  await signIn(page);
  await expectPage(page.getByText('Signed in as alice (admin)')).toBeVisible();

  await lookUp(page, 'nothing');
  await expectPage(
    page.getByRole('alert').filter({ hasText: 'Nothing is stored under this reference.' }),
  ).toBeVisible();
  await lookUp(page, 'user-ines');
  await expectPage(page.getByRole('heading', { name: 'User user-ines' })).toBeFocused();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expectPage(attention).toContainText('Stopped');
  await expectPage(attention).toContainText('second order');
  await expectPage(attention.getByRole('button')).toHaveCount(0);
  await expectClean(page);

  await tabTo(page, 'Try everything again');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('region', { name: 'Result' })).toContainText('Order: Due now');
  await expect.poll(async () => (await service.sandbox.ledger()).orders).toBe(1);
  at(await customer.read(), 'questionnaire');
  await tabTo(page, 'Read again');
  await page.keyboard.press('Enter');
  await expectPage(attention).toContainText('Nothing waits');

  await page.getByLabel('New note').fill('Called the user.');
  await tabTo(page, 'Add note');
  await page.keyboard.press('Enter');
  const notes = page.getByRole('region', { name: 'Notes' });
  await expectPage(notes).toContainText('Called the user.');
  await expectPage(page.getByLabel('New note')).toHaveValue('');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).press('Enter'),
  ]);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ subject: 'user-ines' });

  await page.getByText('Erase everything about this user').press('Enter');
  await page.getByRole('button', { name: 'Erase this user' }).press('Enter');
  const confirm = page.getByLabel('Type user-ines to confirm');
  await expectPage(confirm).toBeFocused();
  await expectPage(confirm).toHaveAccessibleDescription('This is not the id of the user.');
  await expectClean(page);
  await confirm.fill('user-ines');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('status')).toHaveText('Nothing was erased: a booking is under way.');
  await confirm.fill('user-ines');
  await page.getByLabel('Erase although a booking is under way').press('Space');
  await page.getByRole('button', { name: 'Erase this user' }).press('Enter');
  await expectPage(page.getByRole('heading', { name: 'User user-ines is erased' })).toBeFocused();
  await expectClean(page);

  // The key is only in the memory of the page.
  const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
  expect(kept).toEqual([0, 0, '']);
  await page.reload();
  await expectPage(page.getByLabel('Your key')).toBeVisible();
  expect(faults).toEqual([]);
});

/** A user whose details the service has refused for the API key: the server parks the write at once. */
async function park(name: string): Promise<Customer> {
  const customer = service.customer(name);
  await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  await service.sandbox.fault('POST', '/v1/api-first/identities', refusal(401, null));
  expect((await customer.answer('identity', profile)).notice?.code).toBe('stalled');
  return customer;
}

it('shows what waits without a reference, opens a booking, and tries everything again', async () => {
  for (const name of ['ada', 'bea']) await park(name);
  const { page, faults } = await openPage();
  await signIn(page);
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expectPage(attention).toContainText('2 × Details of the user');
  await expectPage(attention).toContainText('Status 401');
  await expectPage(page.getByRole('region', { name: 'Servers' })).toContainText(`Version ${version()}`);
  await expectPage(page.getByRole('region', { name: 'Testing service and queues' })).toContainText(
    'Writes of the full API flow, stopped',
  );
  await expectClean(page);

  await attention.getByRole('button', { name: 'Open booking: Details of the user' }).first().press('Enter');
  await expectPage(page.getByRole('heading', { name: 'User user-ada' })).toBeFocused();
  await page.getByRole('button', { name: 'All waiting work' }).press('Enter');
  await expectPage(page.getByLabel('Reference or user id')).toBeFocused();
  await attention.getByRole('button', { name: 'Try all stopped again' }).press('Enter');
  await expectPage(page.getByRole('status')).toHaveText('2 due now. The server goes on within five seconds.');
  await expect
    .poll(async () => {
      await attention.getByRole('button', { name: 'Read again' }).press('Enter');
      return attention.textContent();
    })
    .toContain('Nothing waits');
  expect(faults).toEqual([]);
});

it('shows an operator of the role support nothing that the role may not do', async () => {
  await park('cleo');
  const { page, faults } = await openPage();
  await signIn(page, support.key);
  await expectPage(page.getByText('Signed in as sam (support)')).toBeVisible();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expectPage(attention).toContainText('1 × Details of the user');
  await expectPage(page.getByRole('button', { name: 'Try all stopped again' })).toHaveCount(0);
  await attention.getByRole('button', { name: 'Open booking:' }).press('Enter');
  await expectPage(page.getByRole('heading', { name: 'User user-cleo' })).toBeFocused();
  await expectPage(attention).toContainText('ask an administrator to give it up');
  await expectPage(page.getByRole('button', { name: 'Add note' })).toBeVisible();
  for (const name of ['Give up', 'Export', 'Count records', 'Erase this user'])
    await expectPage(page.getByRole('button', { name, includeHidden: true })).toHaveCount(0);
  await expectClean(page);
  await page.getByRole('button', { name: 'Try everything again' }).press('Enter');
  await expectPage(page.getByRole('region', { name: 'Result' })).toContainText(
    'Details of the user: Due now',
  );
  expect(faults).toEqual([]);
});

it('gives up what can be sent again, in the dark too', async () => {
  const customer = await park('noor');
  const { page, faults } = await openPage();
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(page);
  await lookUp(page, 'user-noor');
  await expectPage(page.getByRole('heading', { name: 'User user-noor' })).toBeFocused();
  await expectClean(page);
  await tabTo(page, 'Give up: Details of the user');
  await page.keyboard.press('Enter');
  await expectPage(page.getByRole('region', { name: 'Result' })).toContainText(
    'Details of the user: Given up.',
  );
  await expectClean(page);
  await expect.poll(async () => (await customer.read()).working).toBeNull();
  await customer.answer('identity', profile);
  at(await customer.read(), 'consent');

  // Without a connection the page says so, and keeps what it shows.
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Read again' }).press('Enter');
  await expectPage(page.getByRole('alert').filter({ hasText: 'The server does not respond.' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expectPage(page.getByLabel('Your key')).toBeFocused();
  await expectPage(page.getByText('user-noor')).toHaveCount(0);
  expect(faults).toEqual([]);
});
