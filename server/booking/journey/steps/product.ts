/** Shows the product, its price and the location's note before anything is paid (DISC-25..DISC-33). */
import { Problem } from '../../../core/errors.ts';
import type { AnsweredStep } from '../step.ts';

/** The step `product`: the customer accepts the test and its price. */
export const product: AnsweredStep<'product'> = {
  name: 'product',
  done: (journey) => journey.product?.accepted === true,
  present({ chosen, product: offered }) {
    if (!chosen || !offered) throw new Problem('step_out_of_order', { title: 'Choose a clinic first.' });
    return {
      step: 'product',
      test_type: chosen.test_type,
      name: offered.product.name ?? chosen.test_type,
      description: offered.product.description ?? '',
      tags: offered.product.tags.map((tag) => tag.name),
      price: offered.price,
      additional_note: offered.additional_note || null,
      place: chosen.place,
    };
  },
  async answer(journey) {
    return { journey: { ...journey, product: journey.product && { ...journey.product, accepted: true } } };
  },
};
