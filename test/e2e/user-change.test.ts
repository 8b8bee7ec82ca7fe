/** One user per element, at each step: the page names another user, then none, then the first one again. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { expectPage } from '../support/browser.ts';
import { browserOfFile } from '../support/browser-of-file.ts';
import { Sandbox } from '../support/sandbox.ts';
import { typed } from './page-state.ts';
import { seedAppointment } from './seeded.ts';
import { stackOfFile } from './stack.ts';
import { clinicTokens, subjectOf, UserChange } from './user-change.ts';
import { Visitor } from './visitor.ts';

/** What only the first user's view may hold. */
const canaries = /Maren|Okonski|Harbor Street|maren@patient|212.?555.?0134|10002/;
const browser = await browserOfFile();
const stack = stackOfFile();
let sandbox: Sandbox;
let sign: (subject: string) => Promise<string>;
let leave: (() => Promise<void>) | undefined;

beforeAll(async () => {
  sandbox = new Sandbox(stack.sandboxUrl);
  sign = await clinicTokens(stack);
});
afterEach(async () => {
  await leave?.();
  leave = undefined;
});

async function arrive(): Promise<{ visitor: Visitor; own: string }> {
  const visitor = await Visitor.arrive(browser, stack.siteUrl);
  leave = visitor.leave;
  return { visitor, own: subjectOf((await visitor.booking.getAttribute('subject-token')) ?? '') };
}

it('a booking: another user sees and sends nothing of the first, signing out clears the page, and the first user finds everything again', async () => {
  const { visitor, own } = await arrive();
  const change = await UserChange.watch(visitor.page, 'dx-booking');
  const found: unknown[] = [];
  const held: string[] = [];
  await visitor.book('CALST', async (step) => {
    const before = await typed(visitor.booking);
    await change.renew(await sign(own));
    found.push([
      step,
      'the same',
      (await typed(visitor.booking).then(String)) === String(before),
      change.hides,
    ]);
    // A draft is saved 0.6 s after the last letter.
    await change.pass(900);
    if (canaries.test(await change.content())) held.push(step);
    const other = `other-${step}`;
    const passed = await change.passTo(await sign(other), '[part~=step]');
    await visitor.sees('place');
    await change.pass(700);
    found.push([step, 'to another', passed.seen, canaries.test(passed.announced), passed.goneAfterMs < 100]);
    found.push([step, (await change.sent()).join(), canaries.test(await change.content())]);
    await change.passTo(await sign(own), '[part~=step]');
    await visitor.sees(step);
    const cleared = await change.passTo(null, '[part~=step]');
    await change.pass(700);
    found.push([
      step,
      'to nobody',
      cleared.seen,
      canaries.test(cleared.announced),
      cleared.goneAfterMs < 100,
    ]);
    found.push([step, (await change.sent()).join(), canaries.test(await change.content())]);
    expect(cleared.announced).toContain('You’re signed out');
    await visitor.booking.evaluate(
      (element, token) => element.setAttribute('subject-token', token),
      await sign(own),
    );
    await visitor.sees(step);
    await visitor.permitAgain();
  });
  const steps = [
    'place',
    'where',
    'product',
    'times',
    'identity',
    'consent',
    'prescreen',
    'review',
    'questionnaire',
    'sent',
  ];
  expect(found).toEqual(
    steps.flatMap((step) => [
      [step, 'the same', true, 0],
      [step, 'to another', false, false, true],
      [step, `other-${step}`, false],
      [step, 'to nobody', false, false, true],
      [step, '', false],
    ]),
  );
  expect(held).toEqual(expect.arrayContaining(['identity', 'consent', 'review']));
  expect(visitor.faults).toEqual([]);
});

it('appointments: at the list and in each panel, with the live stream', async () => {
  const { visitor, own } = await arrive();
  const { page } = visitor;
  const id = await seedAppointment(visitor, stack);
  const change = await UserChange.watch(page, 'dx-appointments');
  await page.goto(`${stack.siteUrl}/appointments`);
  const room = page.locator('dx-appointments');
  const panels = {
    none: '',
    calendar: 'Change time',
    question: 'Cancel appointment',
    results: 'See results',
  };
  const found: unknown[] = [];
  for (const [panel, button] of Object.entries(panels)) {
    if (panel === 'calendar') await sandbox.transition(id, { to: 'confirmed' });
    if (panel === 'results')
      for (const to of ['form_available', 'results_in_progress', 'results_ready'])
        await sandbox.transition(id, { to });
    if (button !== '') await room.getByRole('button', { name: button }).first().click();
    const inside = button === '' ? 'article' : '#ask';
    await expectPage(room.locator(inside).first()).toBeVisible();
    await expect.poll(() => change.streams()).toEqual([own]);
    await change.renew(await sign(own));
    found.push([panel, 'the same', await room.locator(inside).first().isVisible(), change.hides]);
    const passed = await change.passTo(await sign(`other-${panel}`), inside);
    await expectPage(room.getByText('You have no appointments yet.')).toBeVisible();
    await expect.poll(() => change.streams()).toEqual([`other-${panel}`]);
    found.push([panel, passed.seen, /DEXA/.test(passed.announced), passed.goneAfterMs < 100]);
    found.push([panel, (await change.sent()).join(), /DEXA/.test(await change.content())]);
    await room.evaluate((element, token) => element.setAttribute('subject-token', token), await sign(own));
    await expectPage(room.locator('article').first()).toBeVisible();
    const cleared = await change.passTo(null, 'article');
    await expect.poll(() => change.streams()).toEqual([]);
    found.push([
      panel,
      'to nobody',
      cleared.goneAfterMs < 100,
      (await change.sent()).join(),
      /DEXA/.test(await change.content()),
    ]);
    await room.evaluate((element, token) => element.setAttribute('subject-token', token), await sign(own));
    await expectPage(room.locator('article').first()).toBeVisible();
  }
  expect(found).toEqual(
    Object.keys(panels).flatMap((panel) => [
      [panel, 'the same', true, 0],
      [panel, false, false, true],
      [panel, `other-${panel}`, false],
      [panel, 'to nobody', true, '', false],
    ]),
  );
  expect(visitor.faults).toEqual([]);
});

it('a sign-out in another tab leaves a way to sign in and to come back to the same page', async () => {
  const { visitor } = await arrive();
  const { page } = visitor;
  await visitor.sees('place');
  const other = await page.context().newPage();
  await other.goto(stack.siteUrl);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('link', { name: 'Sign in' }).waitFor();
  await page.evaluate(() =>
    (document.querySelector('dx-booking') as unknown as { refreshUser(): void }).refreshUser(),
  );
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click({ timeout: 5_000 });
  await page.locator('.person').first().click();
  await visitor.sees('place');
  expect(new URL(page.url()).pathname).toBe('/book');
});
