/** The views of the steps in which a customer chooses a place, a test and times. */
import { z } from 'zod';
import { testType } from '../upstream-api/test-types.ts';

/** An amount in decimal units of its own currency (ISO 4217); never converted (DISC-30). */
export const price = z.object({
  amount: z.number(),
  currency: z.string(),
});
export type Price = z.infer<typeof price>;

/** A location as the page shows it. */
export const placeView = z.object({
  address_line_1: z.string().nullable().describe('Null if the upstream omitted it from a fallback list.'),
  address_line_2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postal_code: z.string().nullable(),
  lat: z.number().nullable().describe('Degrees.'),
  lng: z.number().nullable(),
  distance_miles: z.number().nullable().describe('From the searched position.'),
  starting_retail_price: z
    .number()
    .nullable()
    .describe("In the location's own currency, which only the product has."),
  tests: z
    .array(
      z.object({
        catalog_id: z.string(),
        offering_id: z.string(),
        test_type: z.string(),
      }),
    )
    .describe('The bookable tests here, among the requested tests or the alternates.'),
});
export type PlaceView = z.infer<typeof placeView>;

/**
 * The place step: the search form and the results of the last search; null before the first, and without a known ZIP
 * code.
 */
export const placeShows = z.object({
  step: z.literal('place'),
  test_types: z.array(testType),
  known_zip: z
    .string()
    .nullable()
    .describe(
      'The ZIP code of the customer, from your profile of them or their last booking; null if not known.',
    ),
  search: z
    .object({
      test_types: z.array(testType),
      zip: z.string().nullable(),
      lat: z.number().nullable(),
      lng: z.number().nullable(),
    })
    .nullable()
    .describe('The last search; null before the first.'),
  results: z
    .object({
      within_radius: z.array(placeView),
      nearest: z.array(placeView).describe('Beyond the radius; only when nothing is within it.'),
      alternates: z.array(placeView).describe('Places for a different test than the requested one.'),
      radius_miles: z.number().describe('How far `within_radius` reaches, in miles.'),
      page: z.number(),
      total: z.number(),
      total_pages: z.number(),
    })
    .nullable()
    .describe('The places of the last search; null before the first, and if its ZIP code is not known.'),
});
export type PlaceShows = z.infer<typeof placeShows>;

/** The details of an offering in the list of places, beside the place itself. */
const offeringPreview = z.object({
  offering_id: z.string(),
  price: price.nullable().describe('The price that the customer would pay; null if it is not known now.'),
  availability: z
    .enum(['open', 'none', 'unknown'])
    .describe(
      '`open`: `next_time` is the first free time; `none`: there is none; `unknown`: the calendar does not respond.',
    ),
  next_time: z.string().nullable(),
});
export type OfferingPreview = z.infer<typeof offeringPreview>;

/** The response to a request for previews, in no order. Offerings that the last search did not find are left out. */
export const offeringPreviews = z.object({ previews: z.array(offeringPreview) });
export type OfferingPreviews = z.infer<typeof offeringPreviews>;

/** The product step: the chosen test with its price. */
export const productShows = z.object({
  step: z.literal('product'),
  test_type: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  price,
  additional_note: z.string().nullable().describe("The location's own text, to be read before the payment."),
  place: placeView,
});
export type ProductShows = z.infer<typeof productShows>;

/** The times step: the free times of the place by date, and the customer's choice. */
export const timesShows = z.object({
  step: z.literal('times'),
  place: placeView,
  dates: z
    .array(
      z.object({
        date: z.string(),
        times: z.array(z.string()),
      }),
    )
    .nullable()
    .describe("Null while the location's calendar does not respond; a retry can help."),
  timezone: z
    .string()
    .nullable()
    .describe("The IANA name of the place's time zone; null if it is not known."),
  chosen: z
    .object({
      primary: z.string(),
      alternates: z.array(z.string()),
    })
    .nullable()
    .describe("The customer's choice; null before it."),
  taken: z
    .object({
      lost: z.array(z.string()),
      kept: z.array(z.string()),
    })
    .nullable()
    .describe(
      'Once a chosen time was taken, until the customer has chosen again: the times that were taken, and those that stay chosen, the first choice first. `lost` is empty if the service does not say which was taken. Null otherwise.',
    ),
  sends_request: z
    .boolean()
    .describe('Whether the answer sends the request: everything else is done and paid.'),
});
export type TimesShows = z.infer<typeof timesShows>;
