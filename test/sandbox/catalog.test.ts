/** The seeded catalog: required locations, and rules for every location and product. */
import { describe, expect, it } from 'vitest';
import { product } from '../../server/contract/upstream-api/offerings.ts';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { catalog, type Trait } from '../../server/sandbox/catalog/catalog.ts';
import { distanceMiles } from '../../server/sandbox/catalog/search.ts';
import { contentHash, stableId } from '../../server/sandbox/catalog/stable-values.ts';
import type { Key } from '../../server/sandbox/engine/keys.ts';
import { stateAtStart } from '../../server/sandbox/state.ts';
import { productFor } from '../../server/sandbox/v1/discovery.ts';

const newYork = { lat: 40.7128, lng: -74.006 };
const interiorAlaska = { lat: 64.2008, lng: -149.4937 };
const offerings = catalog.flatMap((location) => location.offerings);
const within100Miles = (point: { lat: number; lng: number }) =>
  catalog.filter((location) => distanceMiles(point, location) <= 100);

describe('the seeded catalog', () => {
  it('has at least 60 locations in the United States and some in Canada', () => {
    expect(catalog.filter((location) => location.currency === 'USD').length).toBeGreaterThanOrEqual(60);
    expect(catalog.filter((location) => location.currency === 'CAD').length).toBeGreaterThanOrEqual(3);
  });

  it('offers every test type within 100 miles of New York [DISC-08]', () => {
    const near = within100Miles(newYork).flatMap((location) => location.offerings);
    expect(new Set(near.map((offering) => offering.test_type))).toEqual(new Set(testTypes));
  });

  it('has nothing within 100 miles of interior Alaska [DISC-18]', () => {
    expect(within100Miles(interiorAlaska)).toEqual([]);
  });

  it.each(['CALST', 'DEXA', 'VO2'])('has a %s without traits in New York', (testType) => {
    const plain = catalog
      .filter((location) => location.city === 'New York')
      .flatMap((location) => location.offerings)
      .filter((offering) => offering.test_type === testType && offering.traits.length === 0);
    expect(plain).not.toEqual([]);
  });

  it.each<Trait>([
    'empty_schedule',
    'calendar_unavailable',
    'additional_note',
    'dst_change',
    'non_us_currency',
  ])('has offerings with the trait %s', (trait) => {
    expect(offerings.filter((offering) => offering.traits.includes(trait))).not.toEqual([]);
  });

  it('has a note exactly if it has the trait [DISC-27] [GAP-13]', () => {
    for (const offering of offerings) {
      expect(offering.additional_note !== null).toBe(offering.traits.includes('additional_note'));
    }
  });

  it('spans zones with and without daylight saving, and one at a half hour [DISC-38]', () => {
    const zones = catalog.map((location) => location.timezone);
    expect(zones).toEqual(
      expect.arrayContaining(['America/Phoenix', 'Pacific/Honolulu', 'America/New_York', 'America/St_Johns']),
    );
  });

  it('gives every location, offering and product an id of its own, and a catalog id that is not the location id', () => {
    const ids = [
      ...catalog.map((location) => location.id),
      ...new Set(offerings.map((offering) => offering.catalog_id)),
      ...offerings.map((offering) => offering.offering_id),
      ...offerings.map((offering) => offering.product.id),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps its ids from start to start', () => {
    expect(catalog[0]?.id).toBe(stableId('location', '118 Larkmoor Street, New York, NY 10038'));
    expect(stableId('location', 'one')).toBe('ed5f2813-87a2-486e-bcd8-0d63413761bf');
  });

  it('is complete at every location [DISC-11]', () => {
    for (const location of catalog) {
      const where = `${location.address_line_1}, ${location.city}`;
      expect(location.address_line_1, where).not.toBe('');
      expect(location.postal_code, where).toMatch(/^(\d{5}|[A-Z]\d[A-Z] \d[A-Z]\d)$/);
      expect(location.state, where).toMatch(/^[A-Z]{2}$/);
      expect(location.lat, where).toBeGreaterThan(20);
      expect(location.lat, where).toBeLessThan(62);
      expect(location.lng, where).toBeGreaterThan(-160);
      expect(location.lng, where).toBeLessThan(-50);
      expect(() => Intl.DateTimeFormat('en', { timeZone: location.timezone }), where).not.toThrow();
      const { offerings: here } = location;
      expect(new Set(here.map((offering) => offering.test_type)).size, where).toBe(here.length);
    }
  });
});

describe('a seeded product', () => {
  const state = stateAtStart();
  const [key] = [...state.keys.values()] as [Key];

  it('follows the contract everywhere [DISC-28] [GAP-11] [GAP-12]', () => {
    for (const offering of offerings) {
      const parsed = product.parse(productFor(state, key, offering));
      expect(parsed.product_type).toBe('single_test');
      expect(parsed.test_type).toBe(offering.test_type);
      expect(parsed.integrator_price).toBeLessThanOrEqual(parsed.retail_price);
      expect(parsed.percent_off).toBeGreaterThanOrEqual(0);
      expect(parsed.percent_off).toBeLessThanOrEqual(100);
      expect(parsed.currency === 'CAD').toBe(offering.traits.includes('non_us_currency'));
    }
  });

  it('requires a prescreen only for CALST', () => {
    for (const offering of offerings) {
      expect(productFor(state, key, offering).is_prescreening_required).toBe(offering.test_type === 'CALST');
    }
  });
});

describe('contentHash', () => {
  it('is lowercase hex and blind to the order of keys', () => {
    expect(contentHash({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(contentHash({ b: [{ d: 3, c: 2 }], a: 1 }));
    expect(contentHash({})).toMatch(/^[0-9a-f]{64}$/);
  });

  it('sees the order of a list', () => {
    expect(contentHash([1, 2])).not.toBe(contentHash([2, 1]));
  });
});
