/** The price that a customer is shown and asked to pay: as it came, in its own currency; nothing is calculated (GAP-11, DISC-30). */
import type { Price } from '../contract/journey-api/views.ts';
import type { Product } from '../contract/upstream-api/offerings.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';

export const shownPrice = (product: Product, { values }: Assumptions): Price => ({
  amount: product[values.product.priceField],
  currency: product.currency,
});
