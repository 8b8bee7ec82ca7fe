/** After the booking, in a real browser: from the request to check-in, another time, cancelling, forms and results. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterEach, expect, it } from 'vitest';
import { accessibilityFaults } from '../support/accessibility-faults.ts';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { Sandbox } from '../support/sandbox.ts';
import { seedAppointment } from './seeded.ts';
import { stackOfFile } from './stack.ts';
import { Visitor } from './visitor.ts';

const browser = await browserOfFile();
const stack = stackOfFile();
let visitor: Visitor | undefined;

afterEach(async () => {
  await visitor?.leave();
  visitor = undefined;
});

/** Books, and goes to the page of appointments. */
async function booked(): Promise<{ visitor: Visitor; room: Locator; id: string }> {
  visitor = await Visitor.arrive(browser, stack.siteUrl);
  const id = await seedAppointment(visitor, stack);
  await visitor.page.goto(`${stack.siteUrl}/appointments`);
  const room = visitor.page.locator('dx-appointments');
  await expectPage(room.getByRole('heading', { name: 'Coming up' })).toBeVisible();
  return { visitor, room, id };
}

const move = (id: string, to: string, more: { scheduled_for?: string } = {}) =>
  new Sandbox(stack.sandboxUrl).transition(id, { to, ...more });

it('follows a request to its confirmation, checks in without a trace, and cancels on the eve', async () => {
  const { visitor, room, id } = await booked();
  const { page } = visitor;
  const faults: string[] = [];
  const look = async (at: string) => {
    for (const fault of await accessibilityFaults(page)) faults.push(`${at}: ${fault}`);
  };
  const button = (name: string | RegExp) => room.getByRole('button', { name });

  await expectPage(
    room.getByText('Waiting for the testing center to confirm', { exact: true }),
  ).toBeVisible();
  await expectPage(button('Check in')).toHaveCount(0);
  await look('requested');

  await move(id, 'confirmed');
  // The times asked for can be less than 24 hours away.
  await move(id, 'rescheduled', { scheduled_for: await laterTime(id) });
  await page.reload();
  await expectPage(room.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await look('confirmed');

  const opening = page.waitForEvent('popup');
  await button('Check in').click();
  const checkIn = await opening;
  await checkIn.waitForLoadState();
  expect(await checkIn.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
  const secret = new URL(checkIn.url()).pathname.split('/').at(-1) ?? '';
  expect(secret.length).toBeGreaterThan(10);
  expect(await page.content()).not.toContain(secret);
  expect(await readFile(join(stack.runDir, 'server.log'), 'utf8')).not.toContain(secret);
  await checkIn.close();

  // To the eve of it.
  const sandbox = new Sandbox(stack.sandboxUrl);
  await sandbox.advance(await secondsUntil(id, 6 * 3600));
  await button('Cancel appointment').click();
  await expectPage(button('Keep appointment')).toBeVisible();
  await look('question');
  await room.locator('.ask .go').click();
  await expectPage(
    room.getByRole('heading', { name: 'Your appointment is in less than 24 hours' }),
  ).toBeFocused();
  await button('Cancel anyway').click();
  await expectPage(room.getByText('You canceled your appointment').first()).toBeVisible();
  await expectPage(room.getByRole('heading', { name: 'Past appointments' })).toBeVisible();
  await look('canceled');
  expect(faults).toEqual([]);
  expect(visitor.faults).toEqual([]);
});

it('is used by keyboard only: each action, its way back, and where the focus is afterwards', async () => {
  const { visitor, room, id } = await booked();
  const { page } = visitor;
  await move(id, 'confirmed');
  // The times asked for can be less than 24 hours away.
  await move(id, 'rescheduled', { scheduled_for: await laterTime(id) });
  await page.reload();
  const button = (name: string | RegExp) => room.getByRole('button', { name }).first();
  await button('Change time').waitFor();
  const press = (key: string) => page.keyboard.press(key);
  const tabTo = async (target: Locator) => {
    for (let stops = 0; stops < 60; stops++) {
      if (await target.evaluate((element) => element.matches(':focus-visible'))) return;
      await press('Tab');
    }
    throw new Error(`Tab does not reach ${target}`);
  };

  await tabTo(button('Add to calendar'));
  const saving = page.waitForEvent('download');
  await press('Enter');
  expect((await saving).suggestedFilename()).toBe('appointment.ics');
  await expectPage(button('Add to calendar')).toBeFocused();

  const openings: [action: string, heading: string][] = [
    ['Change time', 'Choose a new time'],
    ['Cancel appointment', 'Cancel this appointment?'],
    ['What you signed', 'What you signed'],
  ];
  for (const [action, heading] of openings) {
    if (action === 'What you signed') {
      await tabTo(room.locator('summary'));
      await press('Enter');
    }
    await tabTo(button(action));
    await press('Enter');
    await expectPage(room.getByRole('heading', { name: heading })).toBeFocused();
    await press('Escape');
    await expectPage(button(action)).toBeFocused();
  }

  await press('Shift+Tab');
  await tabTo(button('Change time'));
  await press('Enter');
  await expectPage(room.getByRole('heading', { name: 'Choose a new time' })).toBeFocused();
  await tabTo(room.getByRole('option').first());
  for (let days = 0; days < 3; days++) await press('ArrowRight');
  await press('Enter');
  await tabTo(room.getByRole('group').getByRole('button').first());
  await press('Space');
  await expectPage(room.getByRole('button', { name: /1st choice/ })).toBeFocused();
  await tabTo(button('Request new time'));
  await press('Enter');
  await expectPage(room.locator('#said')).toBeFocused();

  await tabTo(button('Cancel request'));
  await press('Enter');
  await expectPage(room.getByRole('heading', { name: 'Cancel this request?' })).toBeFocused();
  await tabTo(room.getByRole('textbox'));
  await page.keyboard.type('I moved');
  await tabTo(room.locator('.ask .go'));
  await press('Enter');
  await expectPage(room.locator('#said')).toBeFocused();
  await expectPage(room.getByText('You canceled your request').first()).toBeVisible();
  expect(visitor.faults).toEqual([]);
});

/** @returns the last time to which the location could move the appointment */
async function laterTime(id: string): Promise<string> {
  const { appointments } = (await (await fetch(`${stack.sandboxUrl}/sandbox/appointments`)).json()) as {
    appointments: { appointment_id: string; times_to_move_to: string[] }[];
  };
  const found = appointments.find(({ appointment_id }) => appointment_id === id)?.times_to_move_to.at(-1);
  if (!found) throw new Error('the location has no other time');
  return found;
}

/** On the sandbox's clock, to so many seconds before the appointment. */
async function secondsUntil(id: string, beforeSeconds: number): Promise<number> {
  const { keys } = (await (await fetch(`${stack.sandboxUrl}/sandbox/keys`)).json()) as {
    keys: { api_key: string; flow: string }[];
  };
  const { now } = (await (await fetch(`${stack.sandboxUrl}/sandbox/clock`)).json()) as { now: string };
  for (const { api_key } of keys) {
    const response = await fetch(`${stack.sandboxUrl}/v1/appointments/${id}`, {
      headers: { 'x-api-key': api_key },
    });
    if (!response.ok) continue;
    const { data } = (await response.json()) as { data: { scheduled_for: string } };
    return Math.floor((Date.parse(data.scheduled_for) - Date.parse(now)) / 1000) - beforeSeconds;
  }
  throw new Error('no key reads this appointment');
}
