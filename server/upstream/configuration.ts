/** What the server needs of the key's configuration: the two modes (CFG-03..CFG-06). */
import { z } from 'zod';
import { configuration as namedConfiguration } from '../contract/upstream-api/configuration.ts';
import { orNull, type ReadOf, reader } from './response-reader.ts';

const mode = z.looseObject({ mode: z.string() });

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
