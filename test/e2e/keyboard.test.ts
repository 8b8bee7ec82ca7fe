/** A booking by keyboard: Tab reaches everything, the focus shows, and the expected keys work. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../examples/start-stack.ts';
import { expectPage, startBrowser } from '../support/browser.ts';
import { Keyboard } from './keyboard.ts';
import { Visitor } from './visitor.ts';

const journeyMs = 120_000;
/** Shorter than most steps take by keyboard: the widget needs a new token again and again. */
const tokenLifetimeMs = 1_000;
let browser: Browser;
let stack: Stack;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dx-keyboard-'));
  const env = { TOKEN_LIFETIME_SECONDS: String(tokenLifetimeMs / 1_000) };
  stack = await startStack({ quiet: true, dataDir, ports: { sandbox: 0, server: 0, site: 0 }, env });
  browser = await startBrowser();
}, journeyMs);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Yes/no questions: Tab to the group, arrow to the second choice. */
async function answerNo(keys: Keyboard, questions: number): Promise<void> {
  for (let question = 0; question < questions; question++) {
    await keys.tabTo('Yes');
    await keys.press('ArrowRight');
    expect((await keys.focused()).name).toBe('No');
    await keys.press('Tab');
  }
}

it(
  'a customer books CALST, which has every step, by keyboard only while tokens expire',
  async () => {
    const visitor = await Visitor.arrive(browser, stack.siteUrl);
    const keys = new Keyboard(visitor.page);
    await keys.pressOn(/^Calcium Score/);
    await visitor.sees('where');
    await keys.typeInto(/^ZIP code/, '10002');
    await keys.press('Enter');
    await visitor
      .button(/^Choose this clinic/)
      .first()
      .waitFor();
    // The first clinic has no note to read, so its test and price need no page of their own.
    await keys.pressOn(/^Choose this clinic/);
    await visitor.sees('times');
    // The day strip is one stop; arrows move within it.
    await keys.tabTo(/^\w{3} \w{3} \d+ \d+ times?$/);
    await keys.press('ArrowRight');
    await keys.press('Enter');
    await keys.press('Tab');
    await keys.tabTo(/\d+:\d\d [AP]M/);
    await keys.press('Enter');
    await keys.press('ArrowRight');
    await keys.press('Enter');
    await keys.pressOn('Continue');
    await visitor.sees('identity');
    for (const [name, value] of [
      ['First name', 'Maren'],
      ['Last name', 'Okonski'],
      ['Month', '4'],
      ['Day', '12'],
      ['Year', '1979'],
    ] as const) {
      await keys.typeInto(name, value);
    }
    await keys.pressOn('Female', 'Space');
    for (const [name, value] of [
      ['E-mail', 'maren@patient.example'],
      ['Phone', '212 555 0134'],
      ['Street address', '18 Harbor Street'],
      ['City', 'New York'],
      ['State', 'NY'],
      ['ZIP code', '10002'],
    ] as const) {
      await keys.typeInto(name, value);
    }
    await keys.press('Enter');
    await visitor.sees('consent');
    await keys.pressOn(/^View/);
    await expectPage(visitor.booking.getByRole('dialog')).toBeVisible();
    await keys.press('Escape');
    // Closing gives the focus back to what opened the dialog.
    expect((await keys.focused()).name).toMatch(/^View/);
    await visitor.booking.getByRole('heading', { name: 'Your consent' }).focus();
    for (const box of await visitor.booking.getByRole('checkbox').all()) {
      await keys.press('Tab');
      while ((await keys.focused()).type !== 'checkbox') {
        if (/^Type your full name/.test((await keys.focused()).name)) await keys.type('Maren Okonski');
        await keys.press('Tab');
      }
      await keys.press('Space');
      expect(await box.isChecked()).toBe(true);
    }
    await visitor.page.waitForTimeout(tokenLifetimeMs);
    await keys.pressOn('Sign and continue');
    await visitor.sees('prescreen');
    await answerNo(keys, await visitor.booking.getByRole('radio', { name: 'No', exact: true }).count());
    while ((await keys.focused()).type !== 'checkbox') await keys.press('Tab');
    await keys.press('Space');
    await keys.pressOn('Review your answers');
    await visitor.booking.getByRole('heading', { name: 'Are these answers right?' }).waitFor();
    await keys.pressOn('Submit health screening');
    await visitor.sees('review');
    await visitor.page.waitForTimeout(tokenLifetimeMs);
    await keys.pressOn(/^Pay \$/);
    await visitor.page.waitForURL(/\/pay\//);
    await keys.pressOn(/^Pay/);
    await visitor.sees('questionnaire');
    await answerNo(keys, await visitor.booking.getByRole('radio', { name: 'No', exact: true }).count());
    for (const box of await visitor.booking.getByRole('checkbox').all()) {
      while ((await keys.focused()).type !== 'checkbox') await keys.press('Tab');
      await keys.press('Space');
      expect(await box.isChecked()).toBe(true);
      await keys.press('Tab');
    }
    await visitor.page.waitForTimeout(tokenLifetimeMs);
    await keys.pressOn('Review your answers');
    await keys.pressOn('Send answers');
    await visitor.sees('sent');
    expect(visitor.faults).toEqual([]);
    await visitor.leave();
  },
  journeyMs,
);
