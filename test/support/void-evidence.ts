/** The service withdraws a document that it has accepted, and the partner's server learns of it by a late event. */

import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { eventually } from './eventually.ts';
import type { FullApiServer } from './full-api-server.ts';
import { newEvent, secret, signatureOf } from './webhook-harness.ts';

/** The settings of a server that receives such events. */
export const receivesEvents = { WEBHOOK_SECRETS: secret };

/**
 * Withdraws the newest document of a kind and delivers an event about it. Returns when the server has read the document.
 * @throws Error if the sandbox or the server refuses
 */
export async function voidEvidence(
  service: Pick<FullApiServer, 'sandbox' | 'url' | 'logged'>,
  kind: 'consent-evidence' | 'physician-order-evidence',
): Promise<void> {
  const completed = new RegExp(`/${kind}/([^/]+)/upload-sessions/[^/]+/complete$`);
  const ids = (await service.sandbox.requests()).map(({ path }) => completed.exec(path)?.[1]);
  const id = ids.findLast((each) => each !== undefined);
  const outcome = await fetch(`${service.sandbox.url}/sandbox/evidence/${id}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'invalidated' }),
  });
  if (!outcome.ok) throw new Error(`the sandbox answered ${outcome.status}: ${await outcome.text()}`);
  const type = kind === 'consent-evidence' ? 'customer_consent_evidence' : 'physician_order_evidence';
  const body = JSON.stringify(newEvent({ type: `${type}.accepted`, data: { object: { evidence_id: id } } }));
  const at = String(Math.floor(Date.now() / 1000));
  const delivered = await fetch(`${service.url}/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [eventHeaders.timestamp]: at,
      [eventHeaders.signature]: signatureOf(at, body),
    },
    body,
  });
  if (!delivered.ok) throw new Error(`the server answered ${delivered.status}: ${await delivered.text()}`);
  await eventually(() => service.logged().includes('"event":"webhook.read"'));
}
