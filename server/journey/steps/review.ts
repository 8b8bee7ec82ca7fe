/** Review and pay: everything chosen, then the partner's own payment, believed from its hook alone (ORD-07, ORD-09, DISC-29). */
import { Problem, UpstreamError } from '../../errors.ts';
import { goneFrom, readAvailability } from '../availability.ts';
import { type Journey, notice } from '../journey.ts';
import { shownPrice } from '../price.ts';
import type { AnsweredStep, Needs, Transition } from '../step.ts';

const chosenOr409 = (journey: Journey) => {
  const { product, profile, times } = journey;
  if (!product || !profile || !times)
    throw new Problem('step_out_of_order', { title: 'A step before this is not finished.' });
  return { product, profile, times };
};

/** Nobody pays for a time that has gone meanwhile; a calendar that does not answer holds up no payment. */
async function anyGone(journey: Journey, needs: Needs): Promise<boolean> {
  try {
    return goneFrom(await readAvailability(journey, needs), chosenOr409(journey).times).length > 0;
  } catch (error) {
    if (error instanceof UpstreamError && error.status !== 404) return false;
    throw error;
  }
}

export const review: AnsweredStep<'review'> = {
  name: 'review',
  done: (journey) => journey.payment?.state === 'paid',
  async shows(journey, needs) {
    const { product, profile } = chosenOr409(journey);
    const { payment } = journey;
    return {
      step: 'review',
      name: `${profile.first_name} ${profile.last_name}`,
      email: profile.email,
      additional_note: product.additional_note || null,
      total: shownPrice(product.product, needs.assumptions),
      payment: {
        state: payment?.state ?? 'due',
        pay_url: payment?.state === 'begun' ? payment.payUrl : null,
      },
    };
  },
  async answer(journey, answer, needs): Promise<Transition> {
    const { product } = chosenOr409(journey);
    if (new URL(answer.return_url).origin !== journey.origin) {
      throw new Problem('invalid_fields', {
        title: 'The page to return to must be the one the journey runs on.',
        fields: [{ path: 'return_url', message: 'Its origin must be that of this page.' }],
      });
    }
    const begun = journey.payment !== null;
    if (!begun && (await anyGone(journey, needs))) {
      return { journey: { ...journey, times: null, notice: notice('slot_gone') }, at: 'times' };
    }
    const price = shownPrice(product.product, needs.assumptions);
    const payment = await needs.payment({
      journeyId: journey.id,
      subject: journey.customerId,
      amount: price.amount,
      currency: price.currency,
      description: product.product.name,
      returnUrl: answer.return_url,
    });
    if (payment.state === 'paid') {
      return { journey: { ...journey, payment: { state: 'paid', reference: payment.reference } } };
    }
    return {
      journey: {
        ...journey,
        payment: { state: 'begun', payUrl: payment.payUrl },
        notice: begun ? notice('payment_not_arrived') : null,
      },
      at: 'review',
    };
  },
};
