/** Finds the scan that the gym sells: a test type at the nearest location with free times. Change `near` to your location. */
import type { z } from 'zod';
import { type Location, locations } from '../../server/contract/upstream-api/locations.ts';
import {
  offeringProduct,
  offeringSchedule,
  type product,
} from '../../server/contract/upstream-api/offerings.ts';
import type { ServiceClient } from './service-client.ts';

/** A scan that a member can buy. */
export interface Scan {
  catalogId: string;
  offeringId: string;
  testType: string;
  product: z.output<typeof product>;
  place: Location;
  /** Exactly as the service sent them, soonest first. Send them back unchanged. */
  times: string[];
}

/** Position of the gym. */
const near = { lat: 40.7193, lng: -74.0086, radius_miles: 50 };
/** A first choice and three alternates. */
const timesNeeded = 4;

/**
 * Finds the nearest location that sells the test and has enough free times.
 * @returns null if there is none within the radius
 * @throws Error if the service responds with an error
 */
export async function nearestScan(client: ServiceClient, testType: string): Promise<Scan | null> {
  const query = new URLSearchParams({ ...stringsOf(near), test_types: testType });
  const { partners_within_radius } = await client.read(`/v1/locations?${query}`, locations);
  for (const place of partners_within_radius) {
    const test = place.tests.find((each) => each.test_type === testType);
    if (!test) continue;
    const path = `/v1/locations/${test.catalog_id}/offerings/${test.offering_id}`;
    const [{ product }, { schedule }] = await Promise.all([
      client.read(`${path}/products`, offeringProduct),
      client.read(`${path}/schedule`, offeringSchedule),
    ]);
    const times = schedule.available_dates.flatMap((day) =>
      day.available_times.map(({ available_time }) => available_time),
    );
    if (times.length >= timesNeeded)
      return { catalogId: test.catalog_id, offeringId: test.offering_id, testType, product, place, times };
  }
  return null;
}

const stringsOf = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
