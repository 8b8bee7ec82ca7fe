/** POST /v1/webhook-endpoints (Webhook endpoint registration; WHK-01..WHK-05, GAP-86). */
import { z } from 'zod';
import { eventTypes } from '../upstream-webhooks.ts';
import { timestamp } from './envelope.ts';

/** The body of POST. */
export const webhookEndpointRequest = z.strictObject({
  callback_url: z.url(),
  subscribed_events: z.array(z.enum(eventTypes)).min(1),
  partner_evidence_webhooks_enabled: z.boolean(),
});
export type WebhookEndpointRequest = z.infer<typeof webhookEndpointRequest>;

/** The specification shows no field of it; only this response contains the signing secret. */
export const webhookEndpoint = z.looseObject({
  id: z.string(),
  callback_url: z.string(),
  subscribed_events: z.array(z.string()),
  partner_evidence_webhooks_enabled: z.boolean(),
  signing_secret: z.string(),
  created_at: timestamp,
});
/** The data of the response, which contains the signing secret once. */
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;
