/** Reads of one offering, for either flow (Endpoints: Discovery; DISC-28, DISC-33, DISC-42). */
import type { Log } from '../../core/observability/log.ts';
import { createGet, createSharedGet } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import type { ResponseReader } from '../response-reader.ts';
import { offeringTimes, type Schedule } from './responses.ts';

type ReadOffering<T> = (catalogId: string, offeringId: string) => Promise<T>;

/** Reads the product of an offering. @typeParam T what the flow needs of it. @throws UpstreamError */
export type ReadProduct<T> = ReadOffering<T>;
/**
 * Reads the free times of an offering. An empty `available_dates` is a valid response (DISC-42). Equal schedules are one
 * object, which nobody may change.
 * @throws UpstreamError
 */
export type ReadSchedule = ReadOffering<Schedule>;

const offering = '/v1/locations/{catalogId}/offerings/{offeringId}';

/** Creates the read of products with one flow's client. @param product reads the response */
export function createProductRead<T extends object>(
  http: Pick<UpstreamHttp, 'read'>,
  log: Log,
  product: ResponseReader<T>,
): ReadProduct<T> {
  const get = createGet(http, log);
  return (catalogId, offeringId) => get(`${offering}/products`, { catalogId, offeringId }, product);
}

/** Creates the read of free times with one flow's client. */
export function createScheduleRead(http: Pick<UpstreamHttp, 'read'>, log: Log): ReadSchedule {
  // A booking reads it three times, and to parse it takes 0.4 ms.
  const get = createSharedGet(http, log);
  return async (catalogId, offeringId) =>
    (await get(`${offering}/schedule`, { catalogId, offeringId }, offeringTimes)).schedule;
}
