/**
 * Registers our callback at the service (Webhook endpoint registration; WHK-02..WHK-06, WHK-25, GAP-27, GAP-86, GAP-87,
 * T83, T84). A registration is a normal write: a lost response is requested again under the same key. The transaction
 * that completes it stores the signing secret, encrypted; no command prints it.
 */

import type { WebhookEndpointRequest } from '../../contract/upstream-api/webhook-endpoints.ts';
import { appointmentEventTypes, eventTypes } from '../../contract/upstream-webhooks.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { text } from '../../upstream/assumptions/kinds.ts';
import { searchOnly } from '../../upstream/assumptions/search.ts';
import type { consentConfiguration } from '../../upstream/configuration.ts';
import type { ReadOf } from '../../upstream/response-reader.ts';
import { webhookKey } from '../../upstream/webhooks/signing-key.ts';
import type { Flow } from '../../upstream/write-kinds.ts';
import type { Outbox, Writes } from '../../upstream/writes/outbox.ts';
import type { WebhookSecrets } from './secrets.ts';

/** The kind of write that registers a callback, in either flow. */
export const registrationKind = 'webhook_endpoint.register';

/**
 * Makes the request for a registration. Evidence events need both the flag and their names, and are requested if a
 * branch has partner evidence (WHK-25, T83).
 */
export function registrationOf(
  callbackUrl: string,
  found: ReadOf<typeof consentConfiguration>,
): WebhookEndpointRequest {
  const modes = [found.customer_consent.mode, found.physician_order?.mode];
  const evidence = modes.includes('api_partner_pdf');
  return {
    callback_url: callbackUrl,
    subscribed_events: [...(evidence ? eventTypes : appointmentEventTypes)],
    partner_evidence_webhooks_enabled: evidence,
  };
}

/**
 * Finds the secret of a response whose fields the specification does not show, by the names of `webhook.secretKeys`: the
 * first name with a value counts.
 * @returns null if there is none, or several that differ under that name, which is reported to the operator
 */
export function secretIn(answer: unknown, assumptions: Assumptions): string | null {
  const found = searchOnly(answer, assumptions.values.webhook.secretKeys, text);
  if (found.state === 'found') return found.value;
  assumptions.report('webhook.secretKeys', 'webhook_endpoint', answer);
  return null;
}

/**
 * Creates the writes of registrations; their owner is the registered address. An unusable secret is not stored. Call it
 * once for each outbox: it registers the handler of completed writes.
 * @param flow.keyPrefix the prefix of the API key that sends the writes
 */
export function createRegistrations<F extends Flow>(
  { outbox, keyPrefix }: { outbox: Outbox<F>; keyPrefix: string },
  secrets: WebhookSecrets,
  assumptions: Assumptions,
): Writes<F, null> {
  return outbox.owner<null>('webhook_endpoint', async ({ write, outcome }, commit) => {
    const secret = outcome.ok ? secretIn(outcome.data, assumptions) : null;
    if (secret === null || webhookKey(secret, assumptions.values.webhook.secretEncoding) === null) return;
    await commit(async (trx) => {
      await secrets.keep(trx, write.id, { secret, callbackUrl: write.ownerId, keyPrefix });
      return null;
    });
  });
}
