/** The registration of a webhook callback, under either flow's key (Webhook endpoint registration; WHK-03). */
import { z } from 'zod';
import { webhookEndpointRequest } from '../../contract/upstream-api/webhook-endpoints.ts';
import { reader } from '../response-reader.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

const anyShape = reader({ needed: z.looseObject({}), named: z.looseObject({}) });

/** The write of a registration, for either flow. */
export const webhookWrites = {
  /**
   * The specification does not show the response: it is stored whole, and the assumptions find its secret (GAP-86).
   */
  'webhook_endpoint.register': post('/v1/webhook-endpoints', webhookEndpointRequest, anyShape),
} as const satisfies Record<string, WriteKindEntry>;
