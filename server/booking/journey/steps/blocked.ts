/** The other end of a journey: the questionnaire's outcome does not allow the test, and nothing is scheduled (QST-18, GAP-61). */
import type { PartnerTerms } from '../../../contract/partner-terms.ts';
import { Problem } from '../../../core/errors.ts';
import { referenceOf } from '../journey-state.ts';
import type { Step } from '../step.ts';

/** The step `blocked`: a journey that ends without an appointment. */
export const blocked: Step<PartnerTerms> = {
  name: 'blocked',
  done: () => false,
  read: async (_, { words }) => words.terms,
  present({ order, product, questionnaire }, terms) {
    if (!order || !product || !questionnaire)
      throw new Problem('step_out_of_order', { title: 'There is no outcome yet.' });
    return {
      step: 'blocked',
      appointment_id: order.appointment_id,
      reference: referenceOf(order),
      outcome_code: questionnaire.outcome.code,
      paid: product.price,
      terms,
    };
  },
};
