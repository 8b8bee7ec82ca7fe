/** What the server needs of the key's configuration: the two modes (CFG-03..CFG-06). */
import { z } from 'zod';
import { configuration as namedConfiguration } from '../contract/upstream-api/configuration.ts';
import type { Log } from '../core/observability/log.ts';
import { createGet } from './get.ts';
import type { UpstreamHttp } from './http.ts';
import { orNull, type ReadOf, reader, word } from './response-reader.ts';

const mode = z.looseObject({ mode: word });

/** The response to the read of the configuration, for a flow without physician orders. */
export const consentConfiguration = reader({
  needed: z.looseObject({
    customer_consent: mode,
    physician_order: orNull(mode),
    environment: orNull(z.string()),
  }),
  named: namedConfiguration,
});
/** The response to the read of the configuration. */
export const configuration = reader({
  needed: z.looseObject({
    configuration_version: orNull(z.union([z.string(), z.number()])),
    updated_at: orNull(z.string()),
    customer_consent: mode,
    physician_order: mode,
    environment: orNull(z.string()),
  }),
  named: namedConfiguration,
});
/** What a key is provisioned for, as the server reads it. */
export type Configuration = ReadOf<typeof configuration>;

/** Reads for which consent and environment the key is provisioned. @throws UpstreamError */
export type ReadConsentMode = () => Promise<Pick<Configuration, 'customer_consent' | 'environment'>>;

/** Creates the read with one flow's client. */
export function createConsentModeRead(http: Pick<UpstreamHttp, 'read'>, log: Log): ReadConsentMode {
  const get = createGet(http, log);
  return () => get('/v1/integration-configuration', {}, consentConfiguration);
}
