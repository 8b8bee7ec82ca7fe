/** A booking by ear up to the consent: each step, and the sentences that a blind customer must hear. */
import type { Customer } from './customer.ts';

/** A new step has come: Orca says its name and place, and reads line by line what to do. */
async function arrives(customer: Customer, position: RegExp, whatToDo: RegExp): Promise<void> {
  await customer.hears(position);
  await customer.pressesUntil('Down arrow', whatToDo);
}

/** @throws Error with what Orca said, if a sentence is missing */
export async function book(customer: Customer, siteUrl: string): Promise<void> {
  customer.begins('Sign in at the clinic');
  await customer.opens(`${siteUrl}/sign-in?next=/book`);
  await customer.hears(/^Someone new/);
  await customer.typesInto(/^Full name/, 'Maren Okonski');
  await customer.presses('Enter');
  await chooseTest(customer);
  await chooseClinic(customer);
  await chooseTimes(customer);
  await enterDetails(customer);
  customer.begins('Consent');
  await customer.hears(/^Consent, step 3 of 5/);
}

async function chooseTest(customer: Customer): Promise<void> {
  customer.begins('Choose a test');
  await customer.hears(/^Finished loading Book a test/, /^Which test would you like/);
  await customer.pressesUntil('H', /^Which test would you like\? heading level 2/);
  await customer.pressesOn(/^DEXA body composition/);
}

async function chooseClinic(customer: Customer): Promise<void> {
  customer.begins('Choose a clinic');
  await customer.hears(/^Where would you like to be tested\? heading level 2/);
  await customer.typesInto(/^ZIP code entry required/, '999');
  await customer.presses('Enter');
  await customer.hears(/^There’s a problem/, /^Enter a ZIP code with five digits/);
  await customer.pressesOn(/^Enter a ZIP code with five digits.* link/);
  await customer.hears(/^ZIP code entry 999 required/, /^Enter a ZIP code with five digits/);
  await customer.presses('Ctrl+A');
  await customer.types('10002');
  await customer.presses('Enter');
  await customer.hears(/^9 clinics within 100 miles heading level 3/);
  await customer.pressesOn(/^Choose this clinic, 180 Harrowgate Street push button/);
  await arrives(customer, /^Your test, step 1 of 5/, /\$\d+/);
  await customer.pressesOn(/^Choose times push button/);
}

async function chooseTimes(customer: Customer): Promise<void> {
  customer.begins('Choose times');
  await arrives(customer, /^Times, step 2 of 5/, /^Pick at least two times/);
  await customer.pressesUntil('Tab', /^\w{3} \w{3} \d+ \d+ times/);
  await customer.presses('Right arrow');
  await customer.presses('Enter');
  await customer.pressesUntil('Tab', /\d:\d\d.[AP]M toggle button not pressed/);
  await customer.presses('Space');
  await customer.hears(/^pressed/, /^Now pick at least one more time/);
  await customer.presses('Orca+A');
  await customer.hears(/^Focus mode/);
  await customer.presses('Right arrow');
  await customer.hears(/\d:\d\d [AP]M toggle button not pressed/);
  await customer.presses('Space');
  await customer.hears(/^pressed/);
  await customer.pressesOn(/^Continue push button/);
}

async function enterDetails(customer: Customer): Promise<void> {
  customer.begins('Enter details');
  await arrives(customer, /^Your details, step 3 of 5/, /^Enter your name as it appears on your ID/);
  for (const [name, text] of [
    [/^First name/, 'Maren'],
    [/^Last name/, 'Okonski'],
    [/^Month/, '4'],
    [/^Day/, '12'],
    [/^Year/, '1979'],
  ] as const)
    await customer.typesInto(name, text);
  await customer.pressesOn(/^Female/, 'Space');
  for (const [name, text] of [
    [/^E-mail/, 'maren@patient.example'],
    [/^Phone/, '212 555 0134'],
    [/^Street address/, '18 Harbor Street'],
    [/^City/, 'New York'],
    [/^State/, 'NY'],
    [/^ZIP code/, '10002'],
  ] as const)
    await customer.typesInto(name, text);
  await customer.presses('Enter');
}
