/** GET /v1/integration-configuration (Signed form, check-in link, configuration; CFG-03..CFG-06). */
import { z } from 'zod';
import { timestamp } from './envelope.ts';

/** The consent modes that the server supports. */
export const consentModes = ['service_consent_api', 'api_partner_pdf'] as const;
/** The physician modes that the server supports. */
export const physicianModes = ['service_service', 'structured_api', 'api_partner_pdf'] as const;
/** How customers of a key give consent. */
export type ConsentMode = (typeof consentModes)[number];
/** Who orders the tests of a key. */
export type PhysicianMode = (typeof physicianModes)[number];

/** The modes are read as text: an unknown one fails closed where the journey starts (CFG-30), not in the parser. */
export const configuration = z.looseObject({
  configuration_version: z.union([z.string(), z.number()]),
  customer_consent: z.looseObject({ mode: z.string() }),
  physician_order: z.looseObject({ mode: z.string() }),
  environment: z.string(),
  updated_at: timestamp,
});
/** What a key is provisioned for. */
export type Configuration = z.infer<typeof configuration>;
