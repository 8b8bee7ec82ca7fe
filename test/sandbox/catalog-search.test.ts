/** Location search over the seeded catalog, rule by rule (Discovery rules). */
import { describe, expect, it } from 'vitest';
import { locations } from '../../server/contract/upstream-api/locations.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { catalog } from '../../server/sandbox/catalog/catalog.ts';
import { distanceMiles, type LocationSearch, searchLocations } from '../../server/sandbox/catalog/search.ts';

const newYork = { lat: 40.7128, lng: -74.006 };
const interiorAlaska = { lat: 64.2008, lng: -149.4937 };
const anchorage = { lat: 61.2163, lng: -149.876 };
const search = (query: Partial<LocationSearch> = {}) =>
  searchLocations(catalog, { page: 1, page_size: 25, ...query });
const types = (...test_types: TestType[]) => ({ test_types });

/** The names of the non-empty lists of a search. */
const rules: {
  given: string;
  query: Partial<LocationSearch>;
  within: boolean;
  nearest: number;
  alternates: boolean;
}[] = [
  { given: 'no position', query: {}, within: true, nearest: 0, alternates: false },
  { given: 'no position, DEXA', query: types('DEXA'), within: true, nearest: 0, alternates: false },
  { given: 'New York', query: newYork, within: true, nearest: 0, alternates: false },
  {
    given: 'New York, DEXA',
    query: { ...newYork, ...types('DEXA') },
    within: true,
    nearest: 0,
    alternates: false,
  },
  { given: 'interior Alaska', query: interiorAlaska, within: false, nearest: 2, alternates: false },
  {
    given: 'interior Alaska, VO2',
    query: { ...interiorAlaska, ...types('VO2') },
    within: false,
    nearest: 2,
    alternates: false,
  },
  {
    given: 'interior Alaska, DEXA',
    query: { ...interiorAlaska, ...types('DEXA') },
    within: false,
    nearest: 2,
    alternates: true,
  },
  {
    given: 'Anchorage, DEXA',
    query: { ...anchorage, ...types('DEXA') },
    within: false,
    nearest: 2,
    alternates: true,
  },
  {
    given: 'Anchorage, DEXA and VO2',
    query: { ...anchorage, ...types('DEXA', 'VO2') },
    within: true,
    nearest: 0,
    alternates: false,
  },
  {
    given: 'a page past the last',
    query: { ...newYork, page: 99, ...types('DEXA') },
    within: false,
    nearest: 0,
    alternates: false,
  },
];

describe('location search', () => {
  // Also [LIM-05]
  it.each(rules)('fills the right lists for $given [DISC-15] [DISC-18] [DISC-19]', (rule) => {
    const found = search(rule.query);
    expect(found.partners_within_radius.length > 0).toBe(rule.within);
    expect(found.nearest_partners).toHaveLength(rule.nearest);
    expect(found.alternate_test_partners.length > 0).toBe(rule.alternates);
    expect(locations.parse(found)).toEqual(found);
  });

  it('lists the nearest first with a position [GAP-09]', () => {
    const miles = search(newYork).partners_within_radius.map((location) => location.distance_miles ?? -1);
    expect(miles[0]).toBe(0.3);
    expect(miles).toEqual(miles.toSorted((a, b) => a - b));
  });

  it('lists by id and without a distance when no position is given [DISC-15] [GAP-09]', () => {
    const found = search({ page_size: 100 }).partners_within_radius;
    expect(found).toHaveLength(catalog.length);
    expect(found.map((location) => location.id)).toEqual(catalog.map((location) => location.id).toSorted());
    expect(new Set(found.map((location) => location.distance_miles))).toEqual(new Set([null]));
  });

  it('takes a radius of 100 miles when none is given [LIM-04]', () => {
    expect(search(newYork)).toEqual(search({ ...newYork, radius_miles: 100 }));
    expect(search({ ...newYork, radius_miles: 1 }).pagination.total).toBe(1);
    const far = search({ ...newYork, radius_miles: 500, page_size: 100 }).partners_within_radius;
    expect(Math.max(...far.map((location) => location.distance_miles ?? 0))).toBeGreaterThan(400);
  });

  it('pages through the radius without loss or repetition [DISC-16] [LIM-03]', () => {
    const whole = search({ page_size: 100 }).partners_within_radius;
    const { total_pages } = search({ page_size: 10 }).pagination;
    const paged = Array.from(
      { length: total_pages },
      (_, index) => search({ page: index + 1, page_size: 10 }).partners_within_radius,
    );
    expect(total_pages).toBe(Math.ceil(catalog.length / 10));
    expect(paged.flat()).toEqual(whole);
  });

  it('never pages the fallback lists [DISC-16]', () => {
    const query = { ...interiorAlaska, ...types('DEXA') };
    const { nearest_partners, alternate_test_partners } = search({ ...query, page: 2, page_size: 1 });
    expect({ nearest_partners, alternate_test_partners }).toEqual({
      nearest_partners: search(query).nearest_partners,
      alternate_test_partners: search(query).alternate_test_partners,
    });
  });

  it('shows the requested tests of each location, priced from the cheapest [DISC-07]', () => {
    const asked = types('CALST', 'VO2');
    for (const location of search({ ...newYork, ...asked }).partners_within_radius) {
      expect(location.tests.length).toBeGreaterThan(0);
      for (const test of location.tests) expect(asked.test_types).toContain(test.test_type);
      const prices = catalog
        .flatMap((place) => place.offerings)
        .filter((offering) => location.tests.some((test) => test.offering_id === offering.offering_id))
        .map((offering) => offering.product.retail_price);
      expect(location.starting_retail_price).toBe(Math.min(...prices));
    }
  });

  it('falls back to the nearest places that have the test [DISC-18]', () => {
    const [first, second] = search({ ...anchorage, ...types('DEXA') }).nearest_partners;
    expect(first?.city).toBe('Vancouver');
    expect(second?.city).toBe('Seattle');
    expect(first?.tests?.map((test) => test.test_type)).toEqual(['DEXA']);
  });

  // Also [GAP-10]
  it('offers only other body-composition tests, at most ten of each, nearest first [DISC-20] [LIM-06] [GAP-07]', () => {
    const found = search({ ...anchorage, ...types('DEXA') }).alternate_test_partners;
    const groups = Map.groupBy(found, (location) => location.tests?.[0]?.test_type);
    expect([...groups.keys()]).toEqual(['DEXABMD', 'BODPOD', 'HYDROSTATIC', 'SECA']);
    for (const group of groups.values()) {
      expect(group.length).toBeLessThanOrEqual(10);
      expect(group.every((location) => location.tests?.length === 1)).toBe(true);
      const miles = group.map((location) => location.distance_miles ?? -1);
      expect(miles).toEqual(miles.toSorted((a, b) => a - b));
    }
    expect(groups.get('BODPOD')?.[0]?.city).toBe('Anchorage');
  });

  it('offers no alternate that the search names [DISC-20]', () => {
    const found = search({ ...interiorAlaska, ...types('DEXA', 'SECA') });
    expect(found.alternate_test_partners.flatMap((location) => location.tests ?? [])).not.toContainEqual(
      expect.objectContaining({ test_type: 'SECA' }),
    );
  });

  it('measures a known distance', () => {
    const losAngeles = { lat: 34.0522, lng: -118.2437 };
    expect(distanceMiles(newYork, losAngeles)).toBeCloseTo(2446, -1);
    expect(distanceMiles(newYork, newYork)).toBe(0);
    expect(distanceMiles({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * 3958.8, 3);
  });
});
