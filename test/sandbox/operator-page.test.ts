/** The operator page at /sandbox, in a browser: it changes the sandbox and shows what partners do. */
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import type { Evidence } from '../../server/contract/upstream-api/evidence.ts';
import { consentEvidence } from '../../server/operate/conformance/evidence-steps.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { type Ordered, schedule } from './booking.ts';
import { consentOnPaper } from './documents.ts';
import { harnessOfFile } from './fresh-partner.ts';
import { faultsOf } from './page-faults.ts';
import type { Partner } from './sandbox-harness.ts';

const harness = await harnessOfFile();
const browser = await browserOfFile();
let page: Page;
let partner: Partner;
let ordered: Ordered;
let faults: string[];
beforeAll(async () => {
  page = await browser.newPage({ reducedMotion: 'reduce' });
  faults = faultsOf(page);
});
beforeEach(async () => {
  await harness.control('POST', '/reset');
  partner = await harness.partner();
  ordered = await schedule(partner);
  faults.length = 0;
  await page.goto(`${harness.url}/sandbox`);
  await appointment().waitFor();
});

const appointment = () => page.getByRole('listitem', { name: 'DEXA body composition scan for Ada Example' });
const press = (name: string) => appointment().getByRole('button', { name, exact: true }).click();
const announced = (text: string) => page.getByRole('status').getByText(text).waitFor();
const statusOf = async () => (await partner.get<Appointment>(ordered.path)).data.status;

it('has a button for each change that the state allows, and makes it [APT-31]', async () => {
  const choice = appointment().getByRole('combobox', { name: 'Scheduled for' });
  const [, alternate = ''] = await choice.evaluate((select: HTMLSelectElement) =>
    [...select.options].map(({ value }) => value),
  );
  await choice.selectOption(alternate);
  await press('Confirm');
  await appointment().getByText('Confirmed', { exact: true }).waitFor();
  const { data } = await partner.get<Appointment>(ordered.path);
  expect(data.scheduled_for).toBe(new Date(alternate).toISOString());
  for (const [button, status, words] of [
    ['Start results', 'results_in_progress', 'Results in progress'],
    ['Results ready', 'results_ready', 'Results ready'],
    ['Complete', 'completed', 'Completed'],
  ] as const) {
    await press(button);
    await appointment().locator('.chip').getByText(words, { exact: true }).waitFor();
    expect(await statusOf()).toBe(status);
  }
  expect(await appointment().getByRole('button').allInnerTexts()).toEqual(['Form available']);
  expect(faults).toEqual([]);
});

it('keeps the focus on the appointment that was changed', async () => {
  await appointment().getByRole('button', { name: 'Confirm', exact: true }).focus();
  await page.keyboard.press('Enter');
  await appointment().getByText('Confirmed', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'DEXA body composition scan for Ada Example',
  );
});

it("sets the outcome of a partner's document [UPL-30]", async () => {
  await harness.control('PATCH', '/settings', { evidence_processing_seconds: null });
  const onPaper = await harness.partner({ customer_consent_mode: 'api_partner_pdf' });
  const { evidence } = await consentOnPaper(onPaper, 'DEXA');
  const document = page.getByRole('listitem', { name: /^Customer consent for DEXA/ });
  await document.getByText('Processing', { exact: true }).waitFor();
  await document.getByRole('button', { name: 'Accept' }).click();
  await document.getByText('Accepted', { exact: true }).waitFor();
  const read = await onPaper.get<Evidence>(`${consentEvidence}/${evidence.id}`);
  expect(read.data.status).toBe('accepted');
  expect(await document.getByRole('button').allInnerTexts()).toEqual(['Supersede', 'Invalidate']);
});

it('shows what a partner does within three seconds', async () => {
  await partner.get('/v1/appointments?limit=7');
  await page.getByText('GET /v1/appointments?limit=7').waitFor();
  await schedule(partner, 'VO2');
  await page.getByRole('listitem', { name: 'VO2 Max fitness test for Ada Example' }).waitFor();
});

it('advances the clock and sets it', async () => {
  await page.getByLabel('Set the clock to (UTC)').fill('2027-02-28T23:00:30');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.getByText(/^2027-02-28 23:\d\d:\d\d UTC$/).waitFor();
  await page.getByRole('button', { name: '+1 hour' }).click();
  await page.getByText(/^2027-03-01 00:\d\d:\d\d UTC$/).waitFor();
});

it('creates a key and configures it', async () => {
  await page.getByRole('combobox', { name: 'Flow' }).selectOption('co_branded');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await announced('Create a key: done.');
  const { json } = await harness.control<{ keys: { prefix: string; flow: string }[] }>('GET', '/keys');
  const { prefix = '', flow } = json.keys.at(-1) ?? {};
  expect(flow).toBe('co_branded');
  const key = page.getByRole('listitem', { name: `Key ${prefix}` });
  await key.getByText('Configure').click();
  await key
    .getByRole('textbox', { name: 'Origins that can frame the hosted page' })
    .fill('https://partner.example');
  await key.getByRole('combobox', { name: 'Status' }).selectOption('inactive');
  await key.getByRole('button', { name: 'Save' }).click();
  await key.getByText('Inactive', { exact: true }).waitFor();
  const after = await harness.control<{ keys: object[] }>('GET', '/keys');
  expect(after.json.keys.at(-1)).toMatchObject({
    status: 'inactive',
    embed_origins: ['https://partner.example'],
    allowed_hosts: ['partner.example', '127.0.0.1', 'localhost'],
  });
});

it('adds a fault and removes it', async () => {
  await page.getByRole('combobox', { name: 'Path' }).fill('/v1/appointments/*');
  await page.getByRole('combobox', { name: 'Method' }).selectOption('GET');
  const form = page.getByRole('form', { name: 'Add a fault' });
  await form.getByRole('spinbutton', { name: 'Status' }).fill('502');
  await form.getByText('More fields').click();
  await form.getByRole('spinbutton', { name: 'Times', exact: true }).fill('2');
  await form.getByRole('button', { name: 'Add a fault' }).click();
  await page.getByText('status 502 · 2 of 2 left').waitFor();
  expect((await partner.get(ordered.path)).status).toBe(502);
  await page.getByText('status 502 · 1 of 2 left').waitFor();
  await page.getByRole('button', { name: 'Remove the fault on GET /v1/appointments/*' }).click();
  await announced('Remove: done.');
  expect((await partner.get(ordered.path)).status).toBe(200);
});

it('changes settings, explains a refused one, and resets the sandbox', async () => {
  const settings = page.getByRole('region', { name: 'Settings' });
  const save = settings.getByRole('button', { name: 'Change settings' });
  const disabled = settings.getByRole('textbox', { name: 'Disabled endpoints' });
  await disabled.fill('GET /v2/results');
  await save.click();
  await page.getByRole('alert').getByText('disabled_endpoints').waitFor();
  expect(await disabled.inputValue()).toBe('GET /v2/results');
  await disabled.fill('GET /v1/results, GET /v1/locations');
  await settings.getByRole('spinbutton', { name: 'Confirm after seconds' }).fill('0');
  await save.click();
  await appointment().getByText('Confirmed', { exact: true }).waitFor();
  const { json } = await harness.control('GET', '/settings');
  expect(json).toMatchObject({
    confirm_after_seconds: 0,
    disabled_endpoints: ['GET /v1/results', 'GET /v1/locations'],
    rate_limit_per_second: null,
    strict_requests: true,
  });
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Reset the sandbox' }).click();
  await page.getByText('An order made with one of the keys below').waitFor();
});

it('has a form for a route that has no list', async () => {
  await page.getByRole('combobox', { name: 'Test type' }).selectOption('VO2');
  await page.getByRole('button', { name: 'Publish a version of a template' }).click();
  await announced('Publish a version of a template: done.');
  const next = await harness.control('POST', '/templates', { kind: 'consent', test_type: 'VO2' });
  expect(next.json).toMatchObject({ version: 3 });
});

it('finds an appointment among many, and pages through the rest', async () => {
  for (let made = 0; made < 9; made++) await schedule(partner, 'VO2');
  const appointments = page.getByRole('region', { name: 'Orders and appointments' });
  await appointments.getByText('1–8 of 10').waitFor();
  await appointments.getByRole('button', { name: 'Next page of appointments' }).click();
  await appointments.getByText('9–10 of 10').waitFor();
  expect(await appointments.getByRole('listitem').count()).toBe(2);
  await appointments.getByRole('searchbox', { name: 'Search appointments' }).fill('dexa pending');
  await appointment().waitFor();
  expect(await appointments.getByRole('listitem').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('keeps the entry of a form while the page follows the sandbox', async () => {
  await page.getByRole('combobox', { name: 'Path' }).fill('/v1/orders');
  const key = page.getByRole('listitem', { name: /^Key / }).first();
  await key.getByText('Configure').click();
  await key.getByRole('textbox', { name: 'Allowed hosts' }).fill('half.typed');
  await schedule(partner, 'VO2');
  await page.getByRole('listitem', { name: 'VO2 Max fitness test for Ada Example' }).waitFor();
  expect(await key.getByRole('textbox', { name: 'Allowed hosts' }).inputValue()).toBe('half.typed');
  expect(await page.getByRole('combobox', { name: 'Path' }).inputValue()).toBe('/v1/orders');
});

it('loads without a layout shift, and its journal begins again after a reset', async () => {
  for (let made = 0; made < 210; made++) await partner.get('/v1/appointments');
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await page
    .getByText(/^no\. 2\d\d/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  await harness.control('POST', '/reset');
  await page.getByText('No requests yet.').waitFor();
});

it.each(['light', 'dark'] as const)(
  'is accessible in %s mode at phone and desktop width',
  async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await harness.control('POST', '/faults', {
      method: 'GET',
      path: '/v1/results',
      effect: { kind: 'malformed' },
    });
    await page.getByText('malformed').last().waitFor();
    await page.getByText('Configure').first().click();
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  },
);
