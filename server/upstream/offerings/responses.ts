/** What the server needs of the catalog: places, products and free times (DISC-10..DISC-42). */
import { z } from 'zod';
import {
  locations as namedLocations,
  locationTest as namedTest,
} from '../../contract/upstream-api/locations.ts';
import { offeringProduct, offeringSchedule, schedule } from '../../contract/upstream-api/offerings.ts';
import { offsetTime } from '../../contract/upstream-api/schedule.ts';
import { anyId, listOf, listOrNone, orNull, type ReadOf, reader, testTypeName } from '../response-reader.ts';

const text = orNull(z.string());
const number = orNull(z.number());
/** An amount of money: a number, or a decimal number as text. */
const amount = orNull(
  z.union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ]),
);

const test = namedTest.extend({ catalog_id: anyId, offering_id: anyId, test_type: testTypeName });

/** A place is of use if one of its tests can be booked. */
const place = {
  id: orNull(anyId),
  address_line_1: text,
  address_line_2: text,
  city: text,
  state: text,
  postal_code: text,
  lat: number,
  lng: number,
  distance_miles: number,
  starting_retail_price: amount,
};
const location = z.looseObject({ ...place, tests: listOf(test, { id: 'offering_id' }) });
/** The specification does not show the shape of the two fallback lists (GAP-07). */
const fallback = z.looseObject({ ...place, tests: listOrNone(test, { id: 'offering_id' }) });

/** The response to a search. */
export const locations = reader({
  needed: z.looseObject({
    partners_within_radius: listOf(location, { id: 'id' }),
    nearest_partners: listOrNone(fallback, { id: 'id' }),
    alternate_test_partners: listOrNone(fallback, { id: 'id' }),
    pagination: orNull(
      z.looseObject({ page: orNull(z.int()), total: orNull(z.int()), total_pages: orNull(z.int()) }),
    ),
  }),
  named: namedLocations,
});
/** One page of a search, with its fallback lists. */
export type Locations = ReadOf<typeof locations>;
/** A place as the server reads it. */
export type Location = z.output<typeof fallback>;

/** What the order of a product that was sold elsewhere needs: its ids. */
const orderedProduct = z.looseObject({
  id: anyId,
  test_id: anyId,
  test_type: orNull(testTypeName),
  is_prescreening_required: orNull(z.boolean()),
});
/** A test at a place that was sold elsewhere, as the server reads it. */
export type OrderedProduct = z.output<typeof orderedProduct>;

/** What a product needs to be sold as well: a currency, and whether health questions come first. */
const neededProduct = orderedProduct.extend({
  name: text,
  description: text,
  currency: z.string().regex(/\S/),
  retail_price: amount,
  integrator_price: amount,
  tags: listOrNone(z.looseObject({ name: z.string() })),
  is_prescreening_required: z.boolean(),
});
/** A test at a place, as the server reads it. */
export type Product = z.output<typeof neededProduct>;

/** The fields of a product that can be the price. */
export type PriceField = 'retail_price' | 'integrator_price';

/** The schema of a stored product. */
export const neededOffering = z.looseObject({ additional_note: text, product: neededProduct });
/** The data of the product read. */
export type OfferingProduct = z.output<typeof neededOffering>;

/** The response to the product read, whichever its price is. */
export const pricedOffering = reader({ needed: neededOffering, named: offeringProduct });

/** The response to the product read. @param priceField the price that is needed */
export const offeringProductWith = (priceField: PriceField) =>
  reader({
    needed: neededOffering.refine(({ product }) => product[priceField] !== null, {
      path: ['product', priceField],
    }),
    named: offeringProduct,
  });

/** The response to the product read, for a flow that shows no product. */
export const orderedOffering = reader({
  needed: z.looseObject({ product: orderedProduct }),
  named: offeringProduct,
});

/**
 * A schedule has about a thousand times, and only the times are used. To copy what else each may have would take ten
 * times as long.
 */
const namedTimes = offeringSchedule.extend({
  schedule: schedule.extend({
    available_dates: z.array(
      z.object({
        available_date: z.string(),
        available_times: z.array(z.object({ available_time: z.string() })),
      }),
    ),
  }),
});

/** The response to the schedule read. A time that cannot be sent back as it came is not offered (SCH-04). */
export const offeringTimes = reader({
  needed: z.looseObject({
    schedule: z.looseObject({
      available_dates: listOf(
        z.object({
          available_date: text,
          available_times: listOf(z.object({ available_time: offsetTime })),
        }),
      ),
    }),
  }),
  named: namedTimes,
});
/** The free times of an offering by date. */
export type Schedule = ReadOf<typeof offeringTimes>['schedule'];
