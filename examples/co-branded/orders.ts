/**
 * Orders a scan for a member: saves the identity, signs the consent and places the order that <dx-handoff> hands over.
 * Change where the profile, the signature and the payment come from; keep the idempotency keys.
 */

import { configuration } from '../../server/contract/upstream-api/configuration.ts';
import {
  type ConsentBundle,
  consentBundle,
  consentFinalized,
  consentSession,
} from '../../server/contract/upstream-api/consent.ts';
import { identity } from '../../server/contract/upstream-api/identity.ts';
import { order } from '../../server/contract/upstream-api/orders.ts';
import type { Member } from './members.ts';
import type { Scan } from './scans.ts';
import type { ServiceClient } from './service-client.ts';

/** The member's signature and where it came from. */
export interface Signature {
  typedName: string;
  /** By decision id. */
  decisions: Record<string, boolean>;
  /** Content hash of the consent that the member saw. */
  contentHash: string;
  ip: string;
  userAgent: string;
}

export interface Purchase {
  /** The gym's own purchase id. A repeated purchase sends the same idempotency keys, so it is not ordered twice. */
  id: string;
  member: Member;
  scan: Scan;
  signature: Signature;
  /** Reference of the payment that the gym took. */
  paymentReference: string;
}

/**
 * Reads the consent bundle of a test type.
 * @throws Error if the service responds with an error, or the key is provisioned for another consent
 */
export async function readConsent(client: ServiceClient, testType: string): Promise<ConsentBundle> {
  const { customer_consent } = await client.read('/v1/integration-configuration', configuration);
  if (customer_consent.mode !== 'service_consent_api')
    throw new Error(`the key is provisioned for the consent mode ${customer_consent.mode}`);
  return client.read(`/v1/api-first/consent-bundles/${testType}`, consentBundle);
}

/**
 * Places the order with the gym's co-branded key.
 * @returns the order id
 * @throws Error if the service responds with an error, or the consent has changed since the member saw it
 */
export async function placeOrder(client: ServiceClient, purchase: Purchase): Promise<string> {
  const { id, member, scan, paymentReference } = purchase;
  const { first_name, last_name, email, date_of_birth, sex, address } = member;
  const person = { first_name, last_name, email, date_of_birth, sex, address };
  const { customer_identity_id } = await client.write(
    '/v1/api-first/identities',
    identity,
    `${id}-identity`,
    {
      ...person,
      phone: member.phone,
      external_customer_id: member.id,
    },
  );
  const consent_grant_id = await sign(client, purchase, customer_identity_id);
  const { order_id } = await client.write('/v1/orders', order, `${id}-order`, {
    catalog_id: scan.catalogId,
    offering_id: scan.offeringId,
    product_id: scan.product.id,
    test_id: scan.product.test_id,
    customer_identity_id,
    consent_grant_id,
    external_payment_reference: paymentReference,
    customer: {
      ...person,
      phone_number: member.phone,
      height: member.height_inches,
      weight: member.weight_pounds,
    },
  });
  return order_id;
}

async function sign(
  client: ServiceClient,
  { id, scan, signature }: Purchase,
  identityId: string,
): Promise<string> {
  const { template } = await readConsent(client, scan.testType);
  if (template.content_hash !== signature.contentHash)
    throw new Error('the consent has changed since the member saw it');
  const sessions = '/v1/api-first/consent-sessions';
  const session = await client.write(sessions, consentSession, `${id}-consent`, {
    customer_identity_id: identityId,
    canonical_test_type: scan.testType,
    consent_template_version_id: template.id,
    content_hash: template.content_hash,
  });
  const { grant } = await client.write(
    `${sessions}/${session.id}/finalize`,
    consentFinalized,
    `${id}-signed`,
    {
      typed_name: signature.typedName,
      signer_role: 'self',
      electronic_signature_attestation: true,
      decisions: signature.decisions,
      customer_ip: signature.ip,
      customer_user_agent: signature.userAgent,
    },
  );
  return grant.id;
}
