/** What the attributes of `<dx-booking>` ask for. The element sends it, and the server makes a look of it (GET /first-step). */
import type { Opening } from './journey-api/answers.ts';

/** The values of the attributes. An absent one is empty, 0 or false. */
export interface BookingAttributes
  extends Record<'testTypes' | 'zip' | 'position' | 'locations' | 'offerings', string> {
  radiusMiles: number;
  noAlternates: boolean;
}

/** @param read returns an attribute by its name in HTML; null or undefined if the tag does not have it */
export function attributesOf(read: (name: string) => string | null | undefined): BookingAttributes {
  const text = (name: string) => read(name) ?? '';
  return {
    testTypes: text('test-types'),
    zip: text('zip'),
    position: text('position'),
    locations: text('locations'),
    offerings: text('offerings'),
    radiusMiles: Number(text('radius-miles')),
    noAlternates: typeof read('no-alternates') === 'string',
  };
}

/** A ZIP code of the United States, also with its last four digits (ZIP+4). */
const zipCode = /^\d{5}(-\d{4})?$/;

/**
 * Reads what the attributes ask for. Both sides compare the result as JSON, so the order of its keys counts. A ZIP code replaces a
 * position. Empty texts, a radius of 0, and a ZIP code or position that is none are left out: pages fill in what they know of a
 * customer.
 * @param attributes lists separated by commas, and `position` as `latitude,longitude` in degrees
 * @returns the rest is not validated: a page can ask for anything
 */
export function askedByTag(attributes: BookingAttributes): Opening {
  const test_types = listOf(attributes.testTypes) as NonNullable<Opening['test_types']>;
  const locations = listOf(attributes.locations);
  const offerings = listOf(attributes.offerings);
  const zip = attributes.zip.trim();
  const [lat, lng] = listOf(attributes.position).map(Number);
  const isPosition = lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return {
    ...(test_types.length > 0 ? { test_types } : {}),
    ...(attributes.noAlternates ? { alternates: false } : {}),
    ...(zipCode.test(zip) ? { near: { zip } } : isPosition && { near: { lat, lng } }),
    ...(locations.length > 0 ? { locations } : {}),
    ...(offerings.length > 0 ? { offerings } : {}),
    // Also a negative one, and NaN, which JSON writes as null: the refusal of the server names the attribute.
    ...(attributes.radiusMiles === 0 ? {} : { radius_miles: attributes.radiusMiles }),
  };
}

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
