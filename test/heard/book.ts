/** A booking by ear: each step, and the sentences that a blind customer must hear. */
import type { Customer } from './customer.ts';

/** A new step has come: Orca says its heading and its place, and reads line by line what to do. */
async function arrives(
  customer: Customer,
  heading: RegExp,
  position: RegExp,
  whatToDo: RegExp,
): Promise<void> {
  await customer.hearsAll(heading, position);
  await customer.pressesUntil('Down arrow', whatToDo);
}

/**
 * Books a DEXA scan, until the clinic confirms it.
 * @param confirm lets the clinic confirm the request
 * @throws Error with what Orca said, if a sentence is missing
 */
export async function book(customer: Customer, siteUrl: string, confirm: () => Promise<void>): Promise<void> {
  customer.begins('Sign in at the clinic');
  await customer.opens(`${siteUrl}/sign-in?next=/book`);
  await customer.hears(/^Someone new/);
  await customer.typesInto(/^Full name/, 'Maren Okonski');
  await customer.presses('Enter');
  await chooseTest(customer);
  await chooseClinic(customer);
  await chooseTimes(customer);
  await enterDetails(customer);
  await consent(customer);
  await pay(customer);
  await answerQuestions(customer);
  await sent(customer, confirm);
}

/** Checks a box that is not checked yet. */
async function checks(customer: Customer, label: RegExp): Promise<void> {
  await customer.pressesUntil('Tab', new RegExp(`${label.source}.* check box not checked`));
  await customer.presses('Space');
  await customer.hears(/^checked/);
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
  await customer.hears(/^9 testing centers within 100 miles heading level 3/);
  await customer.pressesOn(/^Choose this testing center, 180 Harrowgate Street push button/);
  await arrives(customer, /^DEXA body composition heading level 2/, /^Your test, step 1 of 5/, /\$\d+/);
  await customer.pressesOn(/^Choose times push button/);
}

async function chooseTimes(customer: Customer): Promise<void> {
  customer.begins('Choose times');
  await arrives(
    customer,
    /^When would you like to come\? heading level 2/,
    /^Times, step 2 of 5/,
    /^Pick at least two times/,
  );
  await customer.pressesUntil('Tab', /^\w{3} \w{3} \d+ \d+ times/);
  await customer.presses('Right arrow');
  await customer.presses('Enter');
  await customer.pressesUntil('Tab', /\d:\d\d.[AP]M toggle button not pressed/);
  await customer.presses('Space');
  await customer.hears(/^pressed/, /^Pick 1 more/);
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
  await arrives(
    customer,
    /^Your details heading level 2/,
    /^Your details, step 3 of 5/,
    /^Enter your name as it appears on your ID/,
  );
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

/** Forgets the box of the signature, hears about it, and signs. */
async function consent(customer: Customer): Promise<void> {
  customer.begins('Consent');
  await arrives(customer, /^Your consent heading level 2/, /^Consent, step 3 of 5/, /^Read each document/);
  for (const decision of [
    /^I have read the consent to testing/,
    /^I authorize .* the HIPAA authorization/,
    /^I agree to the data use terms/,
    /^I agree that disputes are resolved by binding individual arbitration/,
  ])
    await checks(customer, decision);
  await customer.typesInto(/^Type your full name/, 'Maren Okonski');
  await customer.presses('Enter');
  await customer.hears(/^There’s a problem/, /^Check the box to confirm your signature/);
  await customer.pressesOn(/^Check the box to confirm your signature.* link/);
  await customer.hears(/^This is my electronic signature/, /^Check the box to confirm your signature/);
  await customer.presses('Space');
  await customer.hears(/^checked/);
  await customer.pressesOn(/^Sign and continue push button/);
}

/** At the clinic's own page. */
async function pay(customer: Customer): Promise<void> {
  customer.begins('Review and pay');
  await arrives(customer, /^Review and pay heading level 2/, /^Review and pay, step 4 of 5/, /^Total/);
  await customer.pressesOn(/^Pay \$89.* push button/);
  await customer.hears(/^Finished loading Pay/);
  await customer.pressesOn(/^Pay \$89.* push button/);
}

async function answerQuestions(customer: Customer): Promise<void> {
  customer.begins('Health questions');
  await customer.hears(/^Before your test/);
  for (const question of [
    /^Are you pregnant/,
    /^Have you had a barium study/,
    /^Have you had a nuclear medicine test/,
    /^Do you have a joint replacement/,
    /^Do you weigh more than 450 pounds/,
  ])
    await answersNo(customer, question);
  for (const box of [/^I confirm that my answers are true/, /^I have read the preparation instructions/])
    await checks(customer, box);
  await customer.pressesOn(/^Review your answers push button/);
  await customer.hears(/^Are these answers right\? heading level 2/);
  await customer.pressesUntil('Down arrow', /^You can’t change them after you send them/);
  await customer.pressesUntil('Down arrow', /^No description value/);
  await customer.pressesOn(/^Send answers push button/);
}

/** Answers a question with the second of its choices. */
async function answersNo(customer: Customer, question: RegExp): Promise<void> {
  await customer.pressesUntil('Tab', question);
  await customer.hears(/^Yes/);
  await customer.presses('Orca+A');
  await customer.hears(/^Focus mode/);
  await customer.presses('Down arrow');
  await customer.hears(/^No/, /^selected/);
}

/** Waits on the page of the request, which turns into the appointment. */
async function sent(customer: Customer, confirm: () => Promise<void>): Promise<void> {
  customer.begins('Request sent');
  await arrives(
    customer,
    /^Request sent heading level 2/,
    /^Your request, step 5 of 5/,
    /^The testing center will confirm one of your times\. Nothing is booked yet/,
  );
  customer.begins('Confirmed', 'next key');
  await customer.waits('Waits for the clinic', confirm);
  await customer.hears(/^Your appointment is confirmed/);
  await customer.pressesUntil('H', /^Your appointment is confirmed heading level 2/);
  await customer.pressesUntil('Down arrow', /^The testing center is expecting you/);
  await customer.pressesUntil('Down arrow', /^\w+day, \w+ \d+/);
  await customer.pressesUntil('Down arrow', /^\d+:\d\d.[AP]M/);
  await customer.pressesUntil('Tab', /^Add to calendar push button/);
}
