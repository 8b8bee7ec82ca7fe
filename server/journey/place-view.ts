/** A location as the page sees it; fields that a fallback list left out are null (GAP-07). */
import type { PlaceView } from '../contract/journey-api/views.ts';
import type { FallbackLocation } from '../contract/upstream-api/locations.ts';

export const placeView = (
  location: FallbackLocation,
  bookable: (testType: string) => boolean,
): PlaceView => ({
  address_line_1: location.address_line_1 ?? null,
  address_line_2: location.address_line_2 ?? null,
  city: location.city ?? null,
  state: location.state ?? null,
  postal_code: location.postal_code ?? null,
  lat: location.lat ?? null,
  lng: location.lng ?? null,
  distance_miles: location.distance_miles ?? null,
  starting_retail_price: location.starting_retail_price ?? null,
  tests: (location.tests ?? [])
    .filter((test) => bookable(test.test_type))
    .map(({ catalog_id, offering_id, test_type }) => ({ catalog_id, offering_id, test_type })),
});
