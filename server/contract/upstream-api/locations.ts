/** GET /v1/locations (Location; DISC-03, DISC-10..DISC-14). */
import { z } from 'zod';
import { partOf } from '../known-part.ts';
import { uuid } from './envelope.ts';

/** Query of a location search; `lat` and `lng` go together, `radius_miles` only with them (DISC-04, DISC-05). */
export const locationsQuery = z.strictObject({
  lat: z.number().optional(),
  lng: z.number().optional(),
  radius_miles: z.number().optional(),
  /** Comma list of test types. */
  test_types: z.string().optional(),
  page: z.int().optional(),
  page_size: z.int().optional(),
});
/** How far a search with a position reaches without `radius_miles`, in miles (LIM-04). */
export const defaultRadiusMiles = 100;
export type LocationsQuery = z.infer<typeof locationsQuery>;

/** The bookable pair; offering paths are built from it, never from the location's `id` (T43). */
export const locationTest = z.looseObject({ catalog_id: uuid, offering_id: uuid, test_type: z.string() });

/** One location of a search. */
const location = z.looseObject({
  id: uuid,
  address_line_1: z.string(),
  address_line_2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  lat: z.number(),
  lng: z.number(),
  distance_miles: z.number().nullable(),
  starting_retail_price: z.number(),
  tests: z.array(locationTest),
});
export type Location = z.infer<typeof location>;

/**
 * Items of the two fallback lists have no shape in the specification: any field may be missing or of another type
 * (GAP-07).
 */
const fallbackLocation = z.looseObject(partOf(location.shape));

/** The response to a search. */
export const locations = z.looseObject({
  partners_within_radius: z.array(location),
  nearest_partners: z.array(fallbackLocation),
  alternate_test_partners: z.array(fallbackLocation),
  meta: z.looseObject({
    alternate_partners_per_test_limit: z.int(),
    nearest_partners_limit: z.int(),
    pagination_applies_to: z.string(),
    fallback_behavior: z.record(z.string(), z.string()),
  }),
  pagination: z.looseObject({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() }),
});
export type Locations = z.infer<typeof locations>;
