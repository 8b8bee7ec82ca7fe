/** The seeded catalog: fictional locations and their offerings, the same ids at every start (DISC-11, DISC-12, DISC-43). */
import type { Product } from '../../contract/upstream-api/offerings.ts';
import { type TestType, testType } from '../../contract/upstream-api/test-types.ts';
import { locationNotes } from './location-notes.ts';
import { placesByTimezone } from './places.ts';
import { type Currency, seededProduct } from './product.ts';
import { seededPick } from './seeded-pick.ts';
import { stableId } from './stable-id.ts';

/** What an offering shows to tests beyond the ordinary case. */
export type Trait =
  | 'empty_schedule'
  | 'calendar_unavailable'
  | 'additional_note'
  | 'dst_change'
  | 'non_us_currency';

/** A test at a location. */
export interface CatalogOffering {
  readonly catalog_id: string;
  readonly offering_id: string;
  readonly test_type: TestType;
  readonly traits: readonly Trait[];
  readonly product: Product;
  readonly additional_note: string | null;
}

/** A location with its offerings. */
export interface CatalogLocation {
  readonly id: string;
  readonly address_line_1: string;
  readonly address_line_2: string | null;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly lat: number;
  readonly lng: number;
  /** IANA name. */
  readonly timezone: string;
  readonly currency: Currency;
  /** In decimal units of `currency`. */
  readonly starting_retail_price: number;
  readonly offerings: readonly CatalogOffering[];
}

const traitByMark: Readonly<Record<string, Trait>> = {
  empty: 'empty_schedule',
  calendar: 'calendar_unavailable',
  note: 'additional_note',
  dst: 'dst_change',
};

/** All locations. */
export const catalog: readonly CatalogLocation[] = Object.entries(placesByTimezone).flatMap(
  ([timezone, places]) =>
    places
      .trim()
      .split('\n')
      .map((place) => locationOf(place, timezone)),
);

function locationOf(place: string, timezone: string): CatalogLocation {
  const [city = '', state = '', postalCode = '', lat, lng, line1 = '', line2 = '', tests = ''] = place
    .split('|')
    .map((cell) => cell.trim());
  const address = `${line1}, ${city}, ${state} ${postalCode}`;
  /** Canadian postal codes begin with a letter, those of the United States with a digit. */
  const currency: Currency = /^\d/.test(postalCode) ? 'USD' : 'CAD';
  const offerings = tests.split(' ').map((test) => offeringOf(test, address, currency));
  return {
    id: stableId('location', address),
    address_line_1: line1,
    address_line_2: line2 === '' ? null : line2,
    city,
    state,
    postal_code: postalCode,
    lat: Number(lat),
    lng: Number(lng),
    timezone,
    currency,
    starting_retail_price: Math.min(...offerings.map((offering) => offering.product.retail_price)),
    offerings,
  };
}

function offeringOf(test: string, address: string, currency: Currency): CatalogOffering {
  const [name, mark = ''] = test.split('*');
  const type = testType.parse(name);
  const offeringId = stableId('offering', address, type);
  const marked = traitByMark[mark];
  const traits: Trait[] = [
    ...(marked === undefined ? [] : [marked]),
    ...(currency === 'USD' ? [] : ['non_us_currency' as const]),
  ];
  return {
    catalog_id: stableId('catalog', address),
    offering_id: offeringId,
    test_type: type,
    traits,
    product: seededProduct(type, offeringId, currency),
    additional_note: traits.includes('additional_note') ? seededPick(locationNotes, address) : null,
  };
}
