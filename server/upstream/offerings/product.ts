/** The product of an offering, whichever flow orders it (Endpoints: Discovery; DISC-28, DISC-33). */
import { type OfferingProduct, offeringProduct } from '../../contract/upstream-api/offerings.ts';
import type { Log } from '../../observability/log.ts';
import { createGet, createReadAs } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';

export type ReadProduct = (catalogId: string, offeringId: string) => Promise<OfferingProduct>;

export function createProductRead(http: Pick<UpstreamHttp, 'read'>, log: Log): ReadProduct {
  const get = createGet(http, createReadAs(log), log);
  return (catalogId, offeringId) =>
    get(
      '/v1/locations/{catalogId}/offerings/{offeringId}/products',
      { catalogId, offeringId },
      offeringProduct,
    );
}
