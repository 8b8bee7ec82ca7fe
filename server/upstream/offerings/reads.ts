/** Reads of one offering, for either flow (Endpoints: Discovery; DISC-28, DISC-33, DISC-42). */
import { z } from 'zod';
import {
  type OfferingProduct,
  offeringProduct,
  offeringSchedule,
  type Schedule,
  schedule,
} from '../../contract/upstream-api/offerings.ts';
import type { Log } from '../../observability/log.ts';
import { createGet, createReadAs, createSharedGet } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';

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
 * A schedule has about a thousand times, and only the times are used. To copy what else each may have would take ten
 * times as long.
 */
const timesOnly = offeringSchedule.extend({
  schedule: schedule.extend({
    available_dates: z.array(
      z.object({
        available_date: z.string(),
        available_times: z.array(z.object({ available_time: z.string() })),
      }),
    ),
  }),
});

/** Creates the reads with one flow's client. Each read throws UpstreamError. */
export function createOfferingReads(http: Pick<UpstreamHttp, 'read'>, log: Log): OfferingReads {
  const readAs = createReadAs(log);
  const get = createGet(http, readAs, log);
  // A booking reads it three times, and to parse it takes 0.4 ms.
  const getSchedule = createSharedGet(http, readAs, log);
  const offering = '/v1/locations/{catalogId}/offerings/{offeringId}';
  return {
    product: (catalogId, offeringId) =>
      get(`${offering}/products`, { catalogId, offeringId }, offeringProduct),
    schedule: async (catalogId, offeringId) =>
      (await getSchedule(`${offering}/schedule`, { catalogId, offeringId }, timesOnly)).schedule,
  };
}
