/** The seeded catalog: fictional locations and their offerings, the same ids at every start (DISC-11, DISC-12, DISC-43). */
import { type TestType, testType } from '../../contract/upstream-api/test-types.ts';
import { placesByTimezone } from './places.ts';
import { seededPick, stableId } from './stable-values.ts';
import { testFacts } from './test-facts.ts';

/** A currency of the catalog (ISO 4217). */
type Currency = 'USD' | 'CAD';

const unitsPerUsd: Readonly<Record<Currency, number>> = { USD: 1, CAD: 1.35 };

/**
 * Makes the product of an offering (Offering product; DISC-28, DISC-31, DISC-33, GAP-11, GAP-12). A key's own pricing adds
 * to `percent_off` and sets `integrator_price`, and the settings say whether a prescreen is required.
 */
function seededProduct(testType: TestType, offeringId: string, currency: Currency) {
  const facts = testFacts[testType];
  const retailPrice = Math.round(seededPick(facts.retailPricesUsd, offeringId) * unitsPerUsd[currency]);
  return {
    id: stableId('product', offeringId),
    test_id: stableId('test', testType),
    name: facts.name,
    description: facts.description,
    product_type: 'single_test',
    test_type: testType,
    currency,
    retail_price: retailPrice,
    percent_off: seededPick([0, 5, 10, 15], `percent off ${offeringId}`),
    tags: facts.tags.map((name) => ({ id: stableId('tag', name), name })),
  };
}

/** Plain-text notes that a customer should read before the purchase (Offering product; DISC-27, DISC-29, GAP-13). */
const locationNotes: readonly [string, ...string[]] = [
  'Parking is behind the building; bring a photo ID.',
  'The entrance is on the side street. Please arrive 15 minutes early to complete check-in.',
  'This location is on an upper floor with elevator access. Street parking is metered until 7 pm.',
  'Wear clothing without metal zips or buttons. Lockers are available; bring your own lock.',
  'Use the visitor garage & take the ticket to the front desk for validation (up to 2 hours).',
  'Children cannot be left unattended in the waiting area. Late arrivals of more than 10 minutes may be rescheduled.',
];

/** A special case that an offering has for tests. */
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
  readonly product: ReturnType<typeof seededProduct>;
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
