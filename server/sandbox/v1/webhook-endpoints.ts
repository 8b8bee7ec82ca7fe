/** POST /v1/webhook-endpoints: registers a callback; only this response contains its signing secret (Webhook endpoint registration; WHK-01..WHK-05, GAP-86, GAP-87). */
import { createHash } from 'node:crypto';
import { webhookEndpoint, webhookEndpointRequest } from '../../contract/upstream-api/webhook-endpoints.ts';
import { ApiError } from '../engine/api-error.ts';
import { nextId } from '../engine/ids.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues } from '../engine/strict-values.ts';
import { isSecureUrl } from './secure-url.ts';

/** The route that registers a callback. */
export const webhookEndpointRoute = defineRoute({
  method: 'POST',
  path: '/v1/webhook-endpoints',
  summary: 'Register a webhook endpoint',
  idempotencyKey: 'optional',
  body: webhookEndpointRequest,
  responses: { 201: webhookEndpoint },
  handler({ key, body, now }, state) {
    checkCallback(body.callback_url);
    const isRepeated = new Set(body.subscribed_events).size < body.subscribed_events.length;
    checkValues(state, { subscribed_events: isRepeated ? 'must not repeat an event' : null });
    const id = nextId(state.counters, 'webhook endpoint');
    const data = {
      id,
      ...body,
      signing_secret: `whsec_${createHash('sha256').update(`signing secret of ${id}`).digest('hex')}`,
      created_at: now.toISOString(),
    };
    state.webhookEndpoints.set(id, { ...data, owner: key.prefix });
    return { status: 201, data };
  },
});

function checkCallback(callbackUrl: string): void {
  const url = new URL(callbackUrl);
  if (!isSecureUrl(url))
    throw new ApiError(400, 'callback_url must be HTTPS.', ['callback_url: must be HTTPS']);
  if (url.username !== '' || url.password !== '')
    throw new ApiError(400, 'callback_url must carry no credentials.', [
      'callback_url: must carry no credentials',
    ]);
}
