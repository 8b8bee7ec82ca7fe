/** Reads of one offering, for either flow (Endpoints: Discovery; DISC-28, DISC-33, DISC-42). */
import type { Log } from '../../core/observability/log.ts';
import { createGet, createReadAs, createSharedGet } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import {
  type OfferingProduct,
  offeringProductWith,
  offeringTimes,
  type PriceField,
  type Schedule,
} from './responses.ts';

/** Reads the product of an offering. @throws UpstreamError */
export type ReadProduct = (catalogId: string, offeringId: string) => Promise<OfferingProduct>;

/** Reads offerings with one key. */
export interface OfferingReads {
  product: ReadProduct;
  /**
   * An empty `available_dates` is a valid response (DISC-42). Equal schedules are one object, which nobody may change.
   * @throws UpstreamError
   */
  schedule(catalogId: string, offeringId: string): Promise<Schedule>;
}

/**
 * Creates the reads with one flow's client. Each read throws UpstreamError.
 * @param priceField the price without which a product cannot be sold. @default none: the flow shows no price
 */
export function createOfferingReads(
  http: Pick<UpstreamHttp, 'read'>,
  log: Log,
  priceField: PriceField | null = null,
): OfferingReads {
  const readAs = createReadAs(log);
  const get = createGet(http, readAs, log);
  // A booking reads it three times, and to parse it takes 0.4 ms.
  const getSchedule = createSharedGet(http, readAs, log);
  const offeringProduct = offeringProductWith(priceField);
  const offering = '/v1/locations/{catalogId}/offerings/{offeringId}';
  return {
    product: (catalogId, offeringId) =>
      get(`${offering}/products`, { catalogId, offeringId }, offeringProduct),
    schedule: async (catalogId, offeringId) =>
      (await getSchedule(`${offering}/schedule`, { catalogId, offeringId }, offeringTimes)).schedule,
  };
}
