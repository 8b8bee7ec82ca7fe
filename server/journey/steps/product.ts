/** Shows the product, its price and the location's note before anything is paid (DISC-25..DISC-33). */
import { Problem } from '../../errors.ts';
import { fixedPrice } from '../price.ts';
import type { AnsweredStep } from '../step.ts';

/** The step `product`: the customer accepts the test and its price. */
export const product: AnsweredStep<'product'> = {
  name: 'product',
  done: (journey) => journey.product?.accepted === true,
  present({ chosen, product: offered }) {
    if (!chosen || !offered) throw new Problem('step_out_of_order', { title: 'Choose a clinic first.' });
    return {
      step: 'product',
      test_type: offered.product.test_type,
      name: offered.product.name,
      description: offered.product.description,
      tags: offered.product.tags.map((tag) => tag.name),
      price: fixedPrice(offered),
      additional_note: offered.additional_note || null,
      place: chosen.place,
    };
  },
  async answer(journey) {
    return { journey: { ...journey, product: journey.product && { ...journey.product, accepted: true } } };
  },
};
