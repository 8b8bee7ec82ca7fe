/** Locations, products and schedules over HTTP; the search itself is tested with the catalog. */
import { describe, expect, it } from 'vitest';
import { type Locations, locations } from '../../server/contract/upstream-api/locations.ts';
import {
  type OfferingProduct,
  offeringProduct,
  type Schedule,
} from '../../server/contract/upstream-api/offerings.ts';
import { testTypes } from '../../server/contract/upstream-api/test-types.ts';
import { offeredTimes, offeringPath, pairOf } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

const newYork = 'lat=40.7128&lng=-74.0060';
const interiorAlaska = 'lat=64.2008&lng=-149.4937';

describe('GET /v1/locations', () => {
  // Also [LIM-03]
  it('is a plain paginated catalog without a position [DISC-01] [DISC-06] [DISC-15]', async () => {
    const first = (await partner.get<Locations>('/v1/locations')).data;
    locations.parse(first);
    expect(first.pagination).toMatchObject({ page: 1, page_size: 25 });
    expect(first.partners_within_radius).toHaveLength(25);
    expect(first).toMatchObject({
      nearest_partners: [],
      alternate_test_partners: [],
    });
    const second = (await partner.get<Locations>('/v1/locations?page=2')).data;
    expect(second.partners_within_radius[0]?.id).not.toBe(first.partners_within_radius[0]?.id);
  });

  it.each(testTypes)(
    'finds %s within 100 miles of New York [DISC-08] [ENV-16] [LIM-04]',
    async (testType) => {
      const { data } = await partner.get<Locations>(`/v1/locations?${newYork}&test_types=${testType}`);
      expect(data.partners_within_radius.length).toBeGreaterThan(0);
      for (const { distance_miles, tests } of data.partners_within_radius) {
        expect(distance_miles).toBeLessThanOrEqual(100);
        expect(tests.map((test) => test.test_type)).toEqual([testType]);
      }
    },
  );

  it('takes a comma list of test types [DISC-03] [DISC-07]', async () => {
    const { data } = await partner.get<Locations>(
      `/v1/locations?${newYork}&radius_miles=50&test_types=RMR,SECA&page_size=100`,
    );
    const types = data.partners_within_radius.flatMap(({ tests }) => tests.map((test) => test.test_type));
    expect(new Set(types)).toEqual(new Set(['RMR', 'SECA']));
  });

  // Also [LIM-06]
  it('falls back if nothing is near: the two nearest, and alternates to DEXA [DISC-18] [DISC-19] [LIM-05]', async () => {
    const dexa = (await partner.get<Locations>(`/v1/locations?${interiorAlaska}&test_types=DEXA`)).data;
    expect(dexa.partners_within_radius).toEqual([]);
    expect(dexa.nearest_partners).toHaveLength(2);
    expect(dexa.alternate_test_partners.length).toBeGreaterThan(0);
    expect(dexa.meta).toMatchObject({
      nearest_partners_limit: 2,
      alternate_partners_per_test_limit: 10,
    });
    const rmr = (await partner.get<Locations>(`/v1/locations?${interiorAlaska}&test_types=RMR`)).data;
    expect(rmr.alternate_test_partners).toEqual([]);
  });

  it.each([
    'lat=40.7',
    'lng=-74',
    'radius_miles=10',
    'lat=&lng=',
    'lat=abc&lng=1',
    'lat=91&lng=0',
    `${newYork}&radius_miles=-1`,
    'test_types=MRI',
    'page=0',
    'page_size=101',
    'zip=10001',
  ])('refuses ?%s [ERR-12] [DISC-03] [GAP-09]', async (query) => {
    const { status, error } = await partner.get<Locations>(`/v1/locations?${query}`);
    expect(status).toBe(400);
    expect(error.message).not.toBe('');
  });
});

describe('an offering', () => {
  it('that a search just returned resolves on both routes [DISC-43]', async () => {
    const { data } = await partner.get<Locations>('/v1/locations?page_size=100');
    const pairs = data.partners_within_radius.flatMap(({ tests }) => tests);
    for (const pair of pairs.filter((_, index) => index % 5 === 0)) {
      const product = await partner.get<OfferingProduct>(`${offeringPath(pair)}/products`);
      expect(product.status).toBe(200);
      expect(product.data.product.test_type).toBe(pair.test_type);
      expect([200, 503]).toContain((await partner.get(`${offeringPath(pair)}/schedule`)).status);
    }
  });

  it('shows its product and the note of the location [DISC-24] [DISC-27] [DISC-28]', async () => {
    const { data } = await partner.get<OfferingProduct>(
      `${offeringPath(pairOf('DEXA', 'additional_note'))}/products`,
    );
    offeringProduct.parse(data);
    expect(Object.keys(data).sort()).toEqual(['additional_note', 'product']);
    expect(data.additional_note).toEqual(expect.any(String));
    expect((await partner.get(`${offeringPath(pairOf('DEXA'))}/products`)).data).toMatchObject({
      additional_note: null,
    });
  });

  it('has a price of its own for each key [DISC-31]', async () => {
    const path = `${offeringPath(pairOf('DEXA'))}/products`;
    const { json } = await harness.control<{ keys: { api_key: string }[] }>('GET', '/keys');
    const prices = new Set<number>();
    for (const { api_key } of json.keys) {
      const { data } = await partner.get<OfferingProduct>(path, {
        'x-api-key': api_key,
      });
      expect(data.product.integrator_price).toBeLessThan(data.product.retail_price);
      prices.add(data.product.integrator_price);
    }
    expect(prices.size).toBeGreaterThan(1);
  });

  it('may have an empty schedule, which is no error', async () => {
    const { status, data } = await partner.get<{ schedule: Schedule }>(
      `${offeringPath(pairOf('DEXA', 'empty_schedule'))}/schedule`,
    );
    expect(status).toBe(200);
    expect(data.schedule.available_dates).toEqual([]);
  });

  it.each(['products', 'schedule'])('responds 404 if its %s is disabled [DISC-45] [ERR-16]', async (part) => {
    const { catalog_id } = pairOf('DEXA');
    expect((await partner.get(`/v1/locations/${catalog_id}/offerings/${nobody}/${part}`)).status).toBe(404);
  });

  it('offers a time no more once it was taken', async () => {
    const pair = pairOf('DEXA');
    const [taken = '', next] = await offeredTimes(partner, pair);
    const { status } = await harness.control('POST', '/slots/take', {
      offering_id: pair.offering_id,
      available_time: taken,
    });
    expect(status).toBe(204);
    expect((await offeredTimes(partner, pair))[0]).toBe(next);
  });

  it('moves its availability with the clock [GAP-14]', async () => {
    const pair = pairOf('DEXA');
    const before = await offeredTimes(partner, pair);
    await harness.control('POST', '/clock', { advance_seconds: 10 * 86_400 });
    const { now } = (await harness.control<{ now: string }>('GET', '/clock')).json;
    const after = await offeredTimes(partner, pair);
    expect(after.every((time) => Date.parse(time) > Date.parse(now))).toBe(true);
    expect(before.some((time) => Date.parse(time) < Date.parse(now))).toBe(true);
    expect(Date.parse(after.at(-1) ?? '')).toBeGreaterThan(Date.parse(before.at(-1) ?? ''));
  });
});
