/** The hosted scheduling page outside a frame: a member reads it, changes a time, confirms and leaves. */
import type { BrowserContext, Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { offeredTimes } from './booking.ts';
import { harnessOfFile } from './fresh-partner.ts';
import { customerData, handedOff } from './handoff-requests.ts';
import { faultsOf } from './page-faults.ts';
import type { Partner } from './sandbox-harness.ts';

const harness = await harnessOfFile();
const browser = await browserOfFile();
let context: BrowserContext;
let page: Page;
let partner: Partner;
let faults: string[];
beforeEach(async () => {
  await harness.control('POST', '/reset');
  await harness.control('POST', '/clock', { now: '2026-12-01T12:00:00Z' });
  partner = await harness.partner({ flow: 'co_branded' });
  context = await browser.newContext({ timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce' });
  page = await context.newPage();
  faults = faultsOf(page);
});
afterEach(() => context.close());

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const choice = (name: string) => page.getByRole('combobox', { name });
const link = (name: string) => page.getByRole('link', { name });
const addresses = {
  return_url: 'https://partner.example/done?visit=7',
  member_profile_url: 'https://partner.example/me',
};

describe('the hosted page by itself', () => {
  it("shows the supplied times in the location's time zone, not the browser's [HND-19]", async () => {
    const { url } = await handedOff(partner, {
      selected_appointment_date: '2026-12-08T09:30:00-05:00',
      alternate_availabilities: ['2026-12-08T16:00:00-05:00'],
    });
    await page.goto(url);
    await heading('Check your times').waitFor();
    const chosen = await page.locator('option:checked').allInnerTexts();
    expect(chosen).toEqual(['Tue, Dec 8, 9:30 AM', 'Tue, Dec 8, 4:00 PM']);
    expect(await page.getByText('Eastern Time').count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
  });

  it('lets the member change a time and confirm; the appointment then waits for the location [HND-19] [GAP-98]', async () => {
    const ordered = await handedOff(partner, addresses);
    const [, , , another = ''] = await offeredTimes(partner, ordered.pair);
    await page.goto(ordered.url);
    const inNewYork = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      ...{ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    });
    const name = inNewYork.format(new Date(another));
    await choice('First choice').selectOption(another);
    // Each time can be chosen once.
    expect(await choice('Second choice').locator(`[value="${another}"]`).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);

    await button('Confirm these times').click();
    await heading('Request sent').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    const { data } = await partner.get<Appointment>(ordered.path);
    expect(data).toMatchObject({ status: 'pending_confirmation', scheduled_for: null });
    await harness.control('POST', `/appointments/${ordered.id}/transition`, { to: 'confirmed' });
    const confirmed = await partner.get<Appointment>(ordered.path);
    expect(confirmed.data.scheduled_for).toBe(new Date(another).toISOString());
    await page.reload();
    await heading('Your appointment is confirmed').waitFor();
    await page.getByText(name).waitFor();
  });

  it('emits the same events as scheduling through the API [GAP-98]', async () => {
    const { url, id: appointmentId } = await handedOff(partner);
    await page.goto(url);
    await button('Confirm these times').click();
    await heading('Request sent').waitFor();
    const { json } = await harness.control<{ events: { type: string; subject_id: string }[] }>(
      'GET',
      '/events',
    );
    const types = json.events.filter((event) => event.subject_id === appointmentId).map(({ type }) => type);
    expect(types).toEqual(['appointment.created', 'appointment.requested']);
  });

  it('links to exactly the given addresses, and ignores ui_controls [HND-18] [HND-19] [GAP-98]', async () => {
    const ui_controls = { hide_change: true, hide_exit: true, hide_return_to_profile: true };
    const { url } = await handedOff(partner, { ...addresses, ui_controls });
    await page.goto(url);
    await choice('First choice').waitFor();
    expect(await link('Return to profile').getAttribute('href')).toBe(addresses.member_profile_url);
    await button('Exit without sending').click();
    await heading('You left before sending').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await button('Go back to your times').click();
    await button('Confirm these times').click();
    await context.route('https://partner.example/**', (route) => route.fulfill({ body: 'back' }));
    await link('Return to partner.example').click();
    await page.waitForURL(addresses.return_url);
  });

  it('names the time that is no longer available, and takes another one instead [SCH-12] [HND-19]', async () => {
    const ordered = await handedOff(partner);
    const [primary] = await offeredTimes(partner, ordered.pair);
    await page.goto(ordered.url);
    const confirm = button('Confirm these times');
    await confirm.waitFor();
    await harness.control('POST', '/slots/take', {
      offering_id: ordered.pair.offering_id,
      available_time: primary,
    });
    await confirm.click();
    await page.getByRole('alert').getByText('just taken').waitFor();
    expect(await confirm.count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    const options = choice('First choice').getByRole('option', { disabled: false });
    await choice('First choice').selectOption(await options.last().innerText());
    await confirm.click();
    await heading('Request sent').waitFor();
  });

  it('keeps the chosen times if the request fails', async () => {
    const { url } = await handedOff(partner);
    await page.goto(url);
    await page.route('**/confirm', (route) => route.abort());
    await button('Confirm these times').click();
    await page.getByRole('alert').getByText('We couldn’t send your times').waitFor();
    await page.unroute('**/confirm');
    await button('Confirm these times').click();
    await heading('Request sent').waitFor();
  });

  it('offers to try again if the times cannot be loaded', async () => {
    const { url } = await handedOff(partner);
    await page.route('**/view', (route) => route.abort());
    await page.goto(url);
    await heading('We couldn’t load your times').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.unroute('**/view');
    await button('Try again').click();
    await heading('Check your times').waitFor();
  });

  it('treats an error of the service as one of the line: at the start, on a return and when it sends', async () => {
    const { url } = await handedOff(partner);
    const fail = (method: string, ending: string) =>
      harness.control('POST', '/faults', {
        method,
        path: `/hosted/schedule/*/${ending}`,
        effect: { kind: 'status', status: 503 },
      });
    await fail('GET', 'view');
    await page.goto(url);
    await heading('We couldn’t load your times').waitFor();
    await button('Try again').click();
    await heading('Check your times').waitFor();
    await fail('GET', 'view');
    const seen = page.waitForResponse('**/view');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect((await seen).status()).toBe(503);
    await fail('POST', 'confirm');
    await button('Confirm these times').click();
    await page.getByRole('alert').getByText('We couldn’t send your times').waitFor();
    await button('Confirm these times').click();
    await heading('Request sent').waitFor();
    expect(faults).toEqual([]);
  });

  it('explains itself if it has expired or does not exist [GAP-94]', async () => {
    const { url } = await handedOff(partner, addresses);
    expect((await page.goto(`${url.slice(0, -4)}0000`))?.status()).toBe(404);
    await heading('We can’t find this page').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await harness.control('POST', '/clock', { advance_seconds: 86_401 });
    expect((await page.goto(url))?.status()).toBe(410);
    await link('Return to partner.example').waitFor();
    await heading('This page has expired').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const late = await fetch(`${url}/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(late.status).toBe(410);
  });

  it('explains itself to a member who comes back, or confirms, after a reset [GAP-94]', async () => {
    const { url } = await handedOff(partner, addresses);
    const other = await context.newPage();
    const otherFaults = faultsOf(other);
    for (const opened of [page, other]) {
      await opened.goto(url);
      await opened.getByRole('button', { name: 'Confirm these times' }).waitFor();
    }
    await harness.control('POST', '/reset');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await heading('We can’t find this page').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await other.getByRole('button', { name: 'Confirm these times' }).click();
    await other.getByRole('heading', { name: 'We can’t find this page' }).waitFor();
    expect([...faults, ...otherFaults]).toEqual([]);
  });

  it('refuses a test that its policy does not allow to be scheduled [EMB-07]', async () => {
    const young = customerData({ date_of_birth: '1996-05-05' });
    const { url } = await handedOff(partner, { customer_data: young }, { testType: 'CALST' });
    await page.goto(url);
    await heading('This test can’t be scheduled here').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('runs only its own scripts, refuses every frame and is never cached [GAP-100]', async () => {
    const { url } = await handedOff(partner);
    const { headers } = await fetch(url);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types lit-html;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
