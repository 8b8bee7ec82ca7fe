/** The customer reviews everything chosen and pays the partner, whose hook decides whether the journey is paid (ORD-07, ORD-09, DISC-29). */
import { notOffered, readAvailability } from '../../appointments/availability.ts';
import { type Answers, canceledReturn } from '../../contract/journey-api/answers.ts';
import type { PartnerTerms } from '../../contract/journey-api/views.ts';
import { Problem } from '../../errors.ts';
import { type Journey, notice } from '../journey-state.ts';
import { fixedPrice, fixPrice } from '../price.ts';
import type { AnsweredStep, StepDeps, Transition } from '../step.ts';
import { chooseAgain, scheduleOf } from './times.ts';

const notFinished = () => new Problem('step_out_of_order', { title: 'A step before this is not finished.' });

/** @throws Problem 409 if a step before the review is not finished */
function chosenIn({ product, profile, times }: Journey) {
  if (!product || !profile || !times) throw notFinished();
  return { product, profile, times };
}

/** Finds chosen times that were taken, so that nobody pays for them. A calendar that does not respond does not block the payment. */
async function takenTimes(journey: Journey, deps: StepDeps): Promise<string[]> {
  const dates = await readAvailability(scheduleOf(journey, deps));
  return dates === null ? [] : notOffered(chosenIn(journey).times, dates);
}

/**
 * Asks the payment hook whether the journey is paid.
 * @param read the journey at its review
 * @param answer.return_url where the customer comes back to after paying, an absolute address
 * @param answer.canceled whether the customer has come back without paying
 * @throws Problem 503 `payment_unavailable`; 409 `step_out_of_order` if a step before the review is not finished
 */
export async function askPayment(
  read: Journey,
  { return_url: returnUrl, canceled }: Answers['review'],
  deps: StepDeps,
): Promise<Transition> {
  const cancelUrl = new URL(returnUrl);
  cancelUrl.searchParams.set(canceledReturn.name, canceledReturn.value);
  const journey = fixPrice(read, deps.assumptions);
  const { product } = journey;
  if (!product) throw notFinished();
  const { amount, currency } = fixedPrice(product);
  const payment = await deps.payment({
    journeyId: journey.id,
    subject: journey.customerId,
    amount,
    currency,
    description: product.product.name,
    returnUrl,
    cancelUrl: cancelUrl.href,
  });
  if (payment.state === 'paid') {
    return { journey: { ...journey, payment: { state: 'paid', reference: payment.reference } } };
  }
  return {
    journey: {
      ...journey,
      payment: { state: 'begun', payUrl: payment.payUrl },
      notice: journey.payment === null || canceled ? null : notice('payment_not_arrived'),
    },
    at: 'review',
  };
}

/** The step `review`: the customer checks the booking and pays the partner. */
export const review: AnsweredStep<'review', PartnerTerms> = {
  name: 'review',
  done: (journey) => journey.payment?.state === 'paid',
  read: async (_, { terms }) => terms,
  present(journey, terms) {
    const { product, profile } = chosenIn(journey);
    const { payment } = journey;
    return {
      step: 'review',
      name: `${profile.first_name} ${profile.last_name}`,
      email: profile.email,
      additional_note: product.additional_note || null,
      total: fixedPrice(product),
      terms,
      payment: {
        state: payment?.state ?? 'due',
        pay_url: payment?.state === 'begun' ? payment.payUrl : null,
      },
    };
  },
  async answer(journey, answer, deps) {
    const { times } = chosenIn(journey);
    if (new URL(answer.return_url).origin !== journey.origin) {
      throw new Problem('invalid_fields', {
        title: 'The page to return to must be the one the journey runs on.',
        fields: [{ path: 'return_url', message: 'Its origin must be that of this page.' }],
      });
    }
    const lost = journey.payment === null ? await takenTimes(journey, deps) : [];
    if (lost.length > 0) return chooseAgain(journey, times, lost);
    const order = await deps.lostBookings.findAdopted(journey);
    if (order === 'other') return { journey: { ...journey, notice: notice('support_needed') }, at: 'review' };
    // It was paid before the database was restored.
    if (order)
      return { journey: { ...journey, order, payment: { state: 'paid', reference: order.order_id } } };
    return askPayment(journey, answer, deps);
  },
};
