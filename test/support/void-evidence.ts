/** The service withdraws a document that it has accepted. No event reports that (WHK-44). */

import { eventHeaders } from '../../server/contract/upstream-webhooks.ts';
import { eventually } from './eventually.ts';
import type { FullApiServer } from './full-api-server.ts';
import { newEvent, secret, signatureOf } from './webhook-harness.ts';

/** The settings of a server that receives events. */
export const receivesEvents = { WEBHOOK_SECRETS: secret };

/**
 * Withdraws the newest document of a kind.
 * @returns the service's id of it
 * @throws Error if the sandbox refuses
 */
export async function voidEvidence(
  { sandbox }: Pick<FullApiServer, 'sandbox'>,
  kind: 'consent-evidence' | 'physician-order-evidence',
): Promise<string> {
  const completed = new RegExp(`/${kind}/([^/]+)/upload-sessions/[^/]+/complete$`);
  const ids = (await sandbox.requests()).map(({ path }) => completed.exec(path)?.[1]);
  const id = ids.findLast((each) => each !== undefined) ?? '';
  const outcome = await fetch(`${sandbox.url}/sandbox/evidence/${id}/outcome`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'invalidated' }),
  });
  if (!outcome.ok) throw new Error(`the sandbox answered ${outcome.status}: ${await outcome.text()}`);
  return id;
}

/**
 * Withdraws the customer's newest document, and delivers the event of its acceptance late. Returns when the server has
 * read the document.
 * @throws Error if the sandbox or the server refuses
 */
export async function voidConsentBeforeEvent(
  service: Pick<FullApiServer, 'sandbox' | 'url' | 'logged'>,
): Promise<void> {
  const id = await voidEvidence(service, 'consent-evidence');
  const type = 'customer_consent_evidence.accepted';
  const body = JSON.stringify(newEvent({ type, data: { object: { evidence_id: id } } }));
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
