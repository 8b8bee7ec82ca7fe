/** Reads of one offering, for either flow (Endpoints: Discovery; DISC-28, DISC-33, DISC-42). */
import {
  type OfferingProduct,
  offeringProduct,
  offeringSchedule,
  type Schedule,
} from '../../contract/upstream-api/offerings.ts';
import type { Log } from '../../observability/log.ts';
import { createGet, createReadAs } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';

/** @throws UpstreamError */
export type ReadProduct = (catalogId: string, offeringId: string) => Promise<OfferingProduct>;

/** Reads offerings with one key. */
export interface OfferingReads {
  product: ReadProduct;
  /** An empty `available_dates` is a valid response (DISC-42). @throws UpstreamError */
  schedule(catalogId: string, offeringId: string): Promise<Schedule>;
}

/** Creates the reads with one flow's client. Each read throws UpstreamError. */
export function createOfferingReads(http: Pick<UpstreamHttp, 'read'>, log: Log): OfferingReads {
  const get = createGet(http, createReadAs(log), log);
  const offering = '/v1/locations/{catalogId}/offerings/{offeringId}';
  return {
    product: (catalogId, offeringId) =>
      get(`${offering}/products`, { catalogId, offeringId }, offeringProduct),
    schedule: async (catalogId, offeringId) =>
      (await get(`${offering}/schedule`, { catalogId, offeringId }, offeringSchedule)).schedule,
  };
}
