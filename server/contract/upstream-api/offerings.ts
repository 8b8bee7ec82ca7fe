/** The product and the schedule of an offering (Offering product, Offering schedule; DISC-27, DISC-28, DISC-36). */
import { z } from 'zod';
import { uuid } from './envelope.ts';

/** A product, as its offering contains it. */
export const product = z.looseObject({
  id: uuid,
  test_id: uuid,
  name: z.string(),
  description: z.string(),
  product_type: z.string(),
  test_type: z.string(),
  currency: z.string(),
  retail_price: z.number(),
  integrator_price: z.number(),
  percent_off: z.number(),
  tags: z.array(z.looseObject({ id: uuid, name: z.string() })),
  is_prescreening_required: z.boolean(),
});
/** A test at a location, with its price and what it requires. */
export type Product = z.infer<typeof product>;

/** The response to the product read. */
export const offeringProduct = z.looseObject({
  additional_note: z.string().nullish(),
  product,
});
export type OfferingProduct = z.infer<typeof offeringProduct>;

/** `available_time` is ISO-8601 at the location's own offset; a string to carry, never to rebuild (DISC-39, T01). */
export const schedule = z.looseObject({
  offering_id: uuid,
  test_type: z.string(),
  available_dates: z.array(
    z.looseObject({
      available_date: z.string(),
      available_times: z.array(z.looseObject({ available_time: z.string() })),
    }),
  ),
});
/** The free times of an offering by date. */
export type Schedule = z.infer<typeof schedule>;
/** The response to the schedule read. */
export const offeringSchedule = z.looseObject({ schedule });
