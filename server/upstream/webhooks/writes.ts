/** The registration of a webhook callback, under either flow's key (Webhook endpoint registration; WHK-03). */
import { z } from 'zod';
import { webhookEndpointRequest } from '../../contract/upstream-api/webhook-endpoints.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

export const webhookWrites = {
  /** The answer's shape is not shown: it is kept whole and its secret found as `assumptions.ts` says (GAP-86). */
  'webhook_endpoint.register': post('/v1/webhook-endpoints', webhookEndpointRequest, z.looseObject({})),
} as const satisfies Record<string, WriteKindEntry>;
