/** The price of a journey: as the service gave it, in its own currency, without arithmetic, and the same once it was shown (GAP-11, DISC-30). */
import type { Price } from '../contract/journey-api/views.ts';
import type { Product } from '../contract/upstream-api/offerings.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { Journey } from './journey-state.ts';

/**
 * Reads the price that a customer is shown and asked to pay, under the setting `product.priceField`.
 * @returns the amount in decimal units of its currency
 */
export const shownPrice = (product: Product, { values }: Assumptions): Price => ({
  amount: product[values.product.priceField],
  currency: product.currency,
});

/**
 * Fixes the price of a journey that has a product and no price yet, as journeys of older versions have.
 * @returns the same object if there is nothing to fix
 */
export function fixPrice(journey: Journey, assumptions: Assumptions): Journey {
  const { product } = journey;
  if (!product || product.price) return journey;
  return { ...journey, product: { ...product, price: shownPrice(product.product, assumptions) } };
}

/**
 * Reads the fixed price.
 * @throws Error if the price was not fixed before the view was made
 */
export function fixedPrice({ price }: NonNullable<Journey['product']>): Price {
  if (!price) throw new Error('a price is fixed before it is shown');
  return price;
}
