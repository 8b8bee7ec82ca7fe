/** GET /v1/locations over the catalog (Discovery rules; DISC-10..DISC-20, LIM-03..LIM-06, GAP-07..GAP-10). */
import { defaultRadiusMiles, type Location, type Locations } from '../../contract/upstream-api/locations.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import type { CatalogLocation } from './catalog.ts';

/** The parsed query of a search. */
export interface LocationSearch {
  readonly lat?: number;
  readonly lng?: number;
  /** @default 100, when a position is given. */
  readonly radius_miles?: number;
  readonly test_types?: readonly TestType[];
  /** 1-based. */
  readonly page: number;
  /** Locations per page. */
  readonly page_size: number;
}

const nearestPartnersLimit = 2;
const alternatePartnersPerTestLimit = 10;
const otherBodyComposition: readonly TestType[] = ['DEXABMD', 'BODPOD', 'HYDROSTATIC', 'SECA'];

interface Found {
  readonly place: CatalogLocation;
  /** Null without a position. */
  readonly miles: number | null;
}

/** Searches the catalog as GET /v1/locations does. */
export function searchLocations(catalog: readonly CatalogLocation[], query: LocationSearch): Locations {
  const types = query.test_types ?? [];
  const everywhere = byDistance(catalog, query);
  const offering = everywhere.filter(({ place }) => offers(place, types));
  const radius = query.radius_miles ?? defaultRadiusMiles;
  const within = offering.filter(({ miles }) => miles === null || miles <= radius);
  // The search found nothing; a page past the last one is empty too.
  const nothingNear = within.length === 0 && query.lat !== undefined;
  const start = (query.page - 1) * query.page_size;
  return {
    partners_within_radius: within
      .slice(start, start + query.page_size)
      .map((found) => presentLocation(found, types)),
    nearest_partners: nothingNear
      ? offering.slice(0, nearestPartnersLimit).map((found) => presentLocation(found, types))
      : [],
    alternate_test_partners: nothingNear && types.includes('DEXA') ? alternates(everywhere, types) : [],
    meta: {
      alternate_partners_per_test_limit: alternatePartnersPerTestLimit,
      nearest_partners_limit: nearestPartnersLimit,
      pagination_applies_to: 'partners_within_radius',
      fallback_behavior: {
        nearest_partners:
          'Filled only when partners_within_radius is empty: the nearest locations at any distance.',
        alternate_test_partners:
          'Filled only when partners_within_radius is empty and test_types includes DEXA: other body-composition tests.',
      },
    },
    pagination: {
      page: query.page,
      page_size: query.page_size,
      total: within.length,
      total_pages: Math.ceil(within.length / query.page_size),
    },
  };
}

/** Nearest first with a position, by id without one (GAP-09). */
function byDistance(catalog: readonly CatalogLocation[], { lat, lng }: LocationSearch): Found[] {
  return catalog
    .map((place) => ({
      place,
      miles: lat === undefined || lng === undefined ? null : distanceMiles({ lat, lng }, place),
    }))
    .sort((a, b) => (a.miles ?? 0) - (b.miles ?? 0) || (a.place.id < b.place.id ? -1 : 1));
}

function offers(place: CatalogLocation, types: readonly TestType[]): boolean {
  return types.length === 0 || place.offerings.some((offering) => types.includes(offering.test_type));
}

/** One group for each alternate test that the search did not name; the `tests` of its items hold only that test (GAP-07, GAP-10). */
function alternates(everywhere: readonly Found[], asked: readonly TestType[]): Location[] {
  return otherBodyComposition
    .filter((type) => !asked.includes(type))
    .flatMap((type) =>
      everywhere
        .filter(({ place }) => offers(place, [type]))
        .slice(0, alternatePartnersPerTestLimit)
        .map((found) => presentLocation(found, [type])),
    );
}

/** Lists the tests that were asked for, all of them when none was, and starts the price at the cheapest listed. */
function presentLocation({ place, miles }: Found, types: readonly TestType[]): Location {
  const listed = place.offerings.filter(
    (offering) => types.length === 0 || types.includes(offering.test_type),
  );
  return {
    id: place.id,
    address_line_1: place.address_line_1,
    address_line_2: place.address_line_2,
    city: place.city,
    state: place.state,
    postal_code: place.postal_code,
    lat: place.lat,
    lng: place.lng,
    distance_miles: miles === null ? null : Math.round(miles * 10) / 10,
    starting_retail_price: Math.min(...listed.map((offering) => offering.product.retail_price)),
    tests: listed.map(({ catalog_id, offering_id, test_type }) => ({ catalog_id, offering_id, test_type })),
  };
}

const earthRadiusMiles = 3958.8;

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * Computes the great-circle distance between two positions in degrees, for `distance_miles` and `radius_miles` (Location;
 * DISC-11, LIM-04).
 * @returns miles
 */
export function distanceMiles(from: Point, to: Point): number {
  const lat1 = radians(from.lat);
  const lat2 = radians(to.lat);
  const halfChord =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  // At antipodes, rounding can make the square root slightly greater than 1, for which asin is NaN.
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(halfChord)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
