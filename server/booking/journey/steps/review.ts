/** The customer reviews everything chosen and pays the partner, whose hook decides whether the journey is paid (ORD-07, ORD-09, DISC-29). */

import { type Answers, canceledReturn } from '../../../contract/journey-api/answers.ts';
import type { PartnerTerms } from '../../../contract/partner-terms.ts';
import { Problem, UpstreamError } from '../../../core/errors.ts';
import { questionnaireForm } from '../../../upstream/questionnaire/form.ts';
import { notOffered, readAvailability } from '../../appointments/availability.ts';
import { readOrderBranch } from '../branch.ts';
import { type Journey, notice } from '../journey-state.ts';
import type { AnsweredStep, StepDeps, Transition } from '../step.ts';
import { documentConcluded } from './document.ts';
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
  journey: Journey,
  { return_url: returnUrl, canceled }: Answers['review'],
  deps: StepDeps,
): Promise<Transition> {
  const cancelUrl = new URL(returnUrl);
  cancelUrl.searchParams.set(canceledReturn.name, canceledReturn.value);
  const { product } = journey;
  if (!product) throw notFinished();
  const { amount, currency } = product.price;
  const payment = await deps.payment({
    journeyId: journey.id,
    subject: journey.customerId,
    amount,
    currency,
    description: product.product.name ?? journey.chosen?.test_type ?? '',
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

/**
 * Stops before the payment at a questionnaire that cannot be shown after it. A service without a preview of the test's
 * questionnaire does not stop it.
 * @throws Problem 503 `assumption_unmet`; UpstreamError
 */
async function readQuestionnaire(journey: Journey, deps: StepDeps): Promise<void> {
  if (!journey.chosen) return;
  const preview = await deps.reads.questionnairePreview(journey.chosen.test_type).catch((error: unknown) => {
    const isWithout = (status: number, reason: string | null) =>
      status === 403 || status === 404 || reason === 'http_404_no_envelope';
    if (error instanceof UpstreamError && isWithout(error.status, error.reason)) return null;
    throw error;
  });
  if (preview) questionnaireForm(preview, deps.assumptions);
}

/**
 * Asks for another document before the payment if the service has withdrawn the accepted one (GAP-34, CEV-20).
 * @returns null if it has not, or if the journey has no document
 * @throws UpstreamError
 */
async function replaceWithdrawn(journey: Journey, deps: StepDeps): Promise<Transition | null> {
  if (!journey.evidence) return null;
  const withdrawn = await deps.evidence.findWithdrawn(journey.evidence.evidenceId);
  const transition = withdrawn && documentConcluded(journey, withdrawn.state, deps.consents);
  return transition && { ...transition, also: withdrawn.keep };
}

/** The step `review`: the customer checks the booking and pays the partner. */
export const review: AnsweredStep<'review', PartnerTerms> = {
  name: 'review',
  done: (journey) => journey.payment?.state === 'paid',
  read: async (_, { words }) => words.terms,
  present(journey, terms) {
    const { product, profile } = chosenIn(journey);
    const { payment, advisesEmergency } = journey;
    return {
      step: 'review',
      name: `${profile.first_name} ${profile.last_name}`,
      email: profile.email,
      advises_emergency: advisesEmergency,
      additional_note: product.additional_note || null,
      total: product.price,
      terms,
      payment: {
        state: payment?.state ?? 'due',
        pay_url: payment?.state === 'begun' ? payment.payUrl : null,
      },
    };
  },
  async answer(journey, answer, deps) {
    const { times } = chosenIn(journey);
    if (new URL(answer.return_url).origin !== answer.askedFrom) {
      throw new Problem('invalid_fields', {
        title: 'The page to return to must be of the same origin as this page.',
        fields: [{ path: 'return_url', message: 'Its origin must be that of this page.' }],
      });
    }
    const found = await deps.lostBookings.findAdopted(journey);
    if (found === 'other') return { journey: { ...journey, notice: notice('support_needed') }, at: 'review' };
    // It was paid before the database was restored.
    if (found) {
      const branch = await readOrderBranch(journey, deps, found.appointment_id);
      const order = { ...found, branch };
      return { journey: { ...journey, order, payment: { state: 'paid', reference: order.order_id } } };
    }
    if (journey.payment) return askPayment(journey, answer, deps);
    // At once: the customer waits for each read that follows another.
    const [replaced, lost, configuration] = await Promise.all([
      replaceWithdrawn(journey, deps),
      takenTimes(journey, deps),
      // Nobody pays for an order under a branch that this server cannot follow.
      deps.provisioning.recent(journey.configuration),
      readQuestionnaire(journey, deps),
    ]);
    if (replaced) return replaced;
    if (lost.length > 0) return chooseAgain(journey, times, lost);
    return askPayment({ ...journey, configuration }, answer, deps);
  },
};
