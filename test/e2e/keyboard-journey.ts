/** A whole booking by keyboard only, in the language that the catalogue of this process speaks. */
import { expect } from 'vitest';
import { clinics } from '../../widget/locales/en/clinics.ts';
import { consent } from '../../widget/locales/en/consent.ts';
import { dates } from '../../widget/locales/en/dates.ts';
import { health } from '../../widget/locales/en/health.ts';
import { identity } from '../../widget/locales/en/identity.ts';
import { place } from '../../widget/locales/en/place.ts';
import { review } from '../../widget/locales/en/review.ts';
import { tests } from '../../widget/locales/en/tests.ts';
import { times } from '../../widget/locales/en/times.ts';
import { spoken } from '../../widget/locales/spoken.ts';
import { expectPage } from '../support/browser.ts';
import type { Heading } from './headings.ts';
import { Keyboard } from './keyboard.ts';
import type { Visitor } from './visitor.ts';

/** Matches a name that begins with a text of the catalogue. */
const begins = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Books CALST, which has every step. `meanwhile` runs at every step once it is filled in. */
export async function bookByKeyboard(
  visitor: Visitor,
  meanwhile: (step: Heading) => Promise<void>,
): Promise<void> {
  const keys = new Keyboard(visitor.page);
  await meanwhile('place');
  await choose(visitor, keys, meanwhile);
  await fillDetails(keys);
  await meanwhile('identity');
  await keys.press('Enter');
  await visitor.sees('consent');
  await signConsent(visitor, keys);
  await meanwhile('consent');
  await keys.pressOn(consent('sign'));
  await visitor.sees('prescreen');
  await answerNo(keys, visitor);
  while ((await keys.focused()).type !== 'checkbox') await keys.press('Tab');
  await keys.press('Space');
  await meanwhile('prescreen');
  await keys.pressOn(health('review'));
  await visitor.booking.getByRole('heading', { name: health('reviewHeading') }).waitFor();
  // The label of this button is copy of the service.
  await keys.pressOn('Submit health screening');
  await visitor.sees('review');
  await meanwhile('review');
  const pay = review('pay', { amount: '' })
    .replace(/[\u2066-\u2069]/g, '')
    .trim();
  await keys.pressOn(begins(pay));
  await visitor.page.waitForURL(/\/pay\//);
  await keys.pressOn(/^Pay/);
  await visitor.sees('questionnaire');
  await answerNo(keys, visitor);
  for (const box of await visitor.booking.getByRole('checkbox').all()) {
    while ((await keys.focused()).type !== 'checkbox') await keys.press('Tab');
    await keys.press('Space');
    expect(await box.isChecked()).toBe(true);
    await keys.press('Tab');
  }
  await meanwhile('questionnaire');
  await keys.pressOn(health('review'));
  await keys.pressOn(health('send'));
  await visitor.sees('sent');
  await meanwhile('sent');
}

/** A test, a clinic and two times. */
async function choose(
  visitor: Visitor,
  keys: Keyboard,
  meanwhile: (step: Heading) => Promise<void>,
): Promise<void> {
  await keys.pressOn(begins(tests('CALST')));
  await visitor.sees('where');
  await keys.typeInto(begins(place('zip')), '10002');
  await keys.press('Enter');
  const choice = begins(clinics('choose'));
  await visitor.button(choice).first().waitFor();
  await meanwhile('where');
  // The first clinic has no note to read, so its test and price need no page of their own.
  await keys.pressOn(choice);
  await visitor.sees('times');
  const forward = spoken.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  // The day strip is one stop; arrows move within it.
  await keys.tabToRole('option');
  await keys.press(forward);
  await keys.press('Enter');
  await keys.press('Tab');
  await keys.tabTo(/\d+:\d\d/);
  await keys.press('Enter');
  await keys.press(forward);
  await keys.press('Enter');
  await meanwhile('times');
  await keys.pressOn(times('next'));
  await visitor.sees('identity');
}

async function fillDetails(keys: Keyboard): Promise<void> {
  for (const [name, value] of [
    [identity('firstName'), 'Maren'],
    [identity('lastName'), 'Okonski'],
    [dates('month'), '4'],
    [dates('day'), '12'],
    [dates('year'), '1979'],
  ] as const)
    await keys.typeInto(name, value);
  await keys.pressOn(identity('female'), 'Space');
  for (const [name, value] of [
    [identity('email'), 'maren@patient.example'],
    [identity('phone'), '212 555 0134'],
    [identity('street'), '18 Harbor Street'],
    [identity('city'), 'New York'],
    [identity('state'), 'NY'],
    [identity('zip'), '10002'],
  ] as const)
    await keys.typeInto(name, value);
}

/** Reads a document, checks each box and types the name. */
async function signConsent(visitor: Visitor, keys: Keyboard): Promise<void> {
  const { booking } = visitor;
  await keys.pressOn(/^View/);
  await expectPage(booking.getByRole('dialog')).toBeVisible();
  await keys.press('Escape');
  // Closing gives the focus back to what opened the dialog.
  expect((await keys.focused()).name).toMatch(/^View/);
  await booking.getByRole('heading', { name: consent('heading') }).focus();
  for (const box of await booking.getByRole('checkbox').all()) {
    await keys.press('Tab');
    while ((await keys.focused()).type !== 'checkbox') {
      if ((await keys.focused()).name.startsWith(consent('typedName'))) await keys.type('Maren Okonski');
      await keys.press('Tab');
    }
    await keys.press('Space');
    expect(await box.isChecked()).toBe(true);
  }
}

/** Yes/no questions: Tab to the group, arrow to the second choice. Some labels are copy of the service. */
async function answerNo(keys: Keyboard, { booking }: Visitor): Promise<void> {
  const [yes, no] = [
    ['Yes', health('yes')],
    ['No', health('no')],
  ] as const;
  const questions = await booking.getByRole('radiogroup').count();
  for (let question = 0; question < questions; question++) {
    await keys.tabTo(new RegExp(`^(${yes.join('|')})$`));
    await keys.press('ArrowDown');
    expect(no).toContain((await keys.focused()).name);
    await keys.press('Tab');
  }
}
