/** Locations, products and schedules (Discovery and configuration; DISC-01..DISC-45, ERR-12, ERR-34, LIM-03..LIM-06). */
import { z } from 'zod';
import { locations } from '../../contract/upstream-api/locations.ts';
import {
  type OfferingProduct,
  offeringProduct,
  offeringSchedule,
  type Product,
  type Schedule,
} from '../../contract/upstream-api/offerings.ts';
import { type CatalogOffering, catalog } from '../catalog/catalog.ts';
import { searchLocations } from '../catalog/search.ts';
import { seededPick } from '../catalog/stable-values.ts';
import type { Key } from '../engine/keys.ts';
import { defineRoute } from '../engine/route.ts';
import { findOffering, freeDates } from '../offerings.ts';
import type { State } from '../state.ts';
import { numberText, testTypeList } from './query-values.ts';

const locationsQuery = z
  .strictObject({
    lat: numberText.pipe(z.number().min(-90).max(90)).exactOptional(),
    lng: numberText.pipe(z.number().min(-180).max(180)).exactOptional(),
    radius_miles: numberText.pipe(z.number().positive()).exactOptional(),
    test_types: testTypeList.exactOptional(),
    page: numberText.pipe(z.int().min(1)).default(1),
    page_size: numberText.pipe(z.int().min(1).max(100)).default(25),
  })
  .refine(({ lat, lng }) => (lat === undefined) === (lng === undefined), 'lat and lng go together')
  .refine(
    ({ lat, radius_miles }) => radius_miles === undefined || lat !== undefined,
    'radius_miles needs lat and lng',
  );

/** The routes of locations, products and schedules. */
export const discoveryRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/locations',
    summary: 'Search locations',
    responses: { 200: locations },
    query: locationsQuery,
    handler: ({ query }) => ({ status: 200, data: searchLocations(catalog, query) }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/locations/:catalogId/offerings/:offeringId/products',
    summary: 'Read the product of an offering',
    responses: { 200: offeringProduct },
    handler({ key, params }, state) {
      const { offering } = findOffering(params.catalogId, params.offeringId);
      const data: OfferingProduct = {
        additional_note: offering.additional_note,
        product: productFor(state, key, offering),
      };
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/locations/:catalogId/offerings/:offeringId/schedule',
    summary: 'Read the schedule of an offering',
    responses: { 200: offeringSchedule },
    handler({ params, now }, state) {
      const offered = findOffering(params.catalogId, params.offeringId);
      const { offering_id, test_type } = offered.offering;
      const schedule: Schedule = { offering_id, test_type, available_dates: freeDates(state, offered, now) };
      return { status: 200, data: { schedule } };
    },
  }),
];

/** Makes the product with the key's own discount and whether it requires a prescreen (DISC-31, GAP-97). */
export function productFor({ settings }: State, key: Key, { product, test_type }: CatalogOffering): Product {
  const percentOff = product.percent_off + seededPick([1, 2, 3, 4, 5], `price ${key.prefix}`);
  return {
    ...product,
    integrator_price: Math.round(product.retail_price * (100 - percentOff)) / 100,
    percent_off: percentOff,
    is_prescreening_required: settings.prescreen_required_for.includes(test_type),
  };
}
