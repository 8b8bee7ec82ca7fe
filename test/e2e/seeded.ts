/** Brings a visitor's journey on by the API, so that a test opens the page at the step that it tests. */
import type { Stack } from '../../examples/start-stack.ts';
import {
  answerStep,
  at,
  choosePlace,
  pickTimes,
  profile,
  questionnaireAnswers,
  untilReview,
} from '../support/booking.ts';
import { Customer } from '../support/customer.ts';
import { clinicTokens, subjectOf } from './user-change.ts';
import type { Visitor } from './visitor.ts';

/** The API as the user of the visitor's page, which must show the booking; each token is good for one exchange. */
async function customerOf({ booking }: Visitor, stack: Stack): Promise<Customer> {
  const subject = subjectOf((await booking.getAttribute('subject-token')) ?? '');
  const sign = await clinicTokens(stack);
  return new Customer(stack.serverUrl, stack.siteUrl, await sign(subject));
}

/** The visitor signs with it. */
const visitorsName = { first_name: 'Maren', last_name: 'Okonski-Wasserstrahl' };

/** Books DEXA up to the step after the customer's details, which the page then shows. */
export async function seedConsent(
  visitor: Visitor,
  stack: Stack,
  step: 'consent' | 'document',
): Promise<void> {
  const customer = await customerOf(visitor, stack);
  const view = await choosePlace(customer, 'DEXA');
  await customer.answer('times', pickTimes(view));
  at(await customer.answer('identity', { ...profile, ...visitorsName }), step);
  await visitor.page.reload();
  await visitor.sees(step);
}

/** Books DEXA; only the payment takes place on the site's page. @returns the appointment's id */
export async function seedAppointment(visitor: Visitor, stack: Stack): Promise<string> {
  const customer = await customerOf(visitor, stack);
  await untilReview(customer, 'DEXA');
  await visitor.page.reload();
  await visitor.sees('review');
  await visitor.pay();
  await visitor.sees('questionnaire');
  let view = await customer.read();
  view = await customer.answer('questionnaire', questionnaireAnswers(view));
  for (let reads = 0; reads < 10 && view.shows.step !== 'sent'; reads++)
    view = await answerStep(customer, view);
  return at(view, 'sent').appointment_id;
}
