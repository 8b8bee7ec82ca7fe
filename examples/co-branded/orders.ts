/** Ordering a scan for a member: who they are, what they signed, and the order that is handed over afterwards. */
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
import type { ServiceCalls } from './service-calls.ts';

/** What the member did on the gym's page, and from where. */
export interface Signature {
  typedName: string;
  /** By decision id. */
  decisions: Record<string, boolean>;
  /** Of the text that they were shown. */
  contentHash: string;
  ip: string;
  userAgent: string;
}

export interface Purchase {
  /** The gym's own number of it: every call of a repeated purchase carries the same key. */
  id: string;
  member: Member;
  scan: Scan;
  signature: Signature;
  /** Of the payment that the gym has taken. */
  paymentReference: string;
}

export const readConsent = (calls: ServiceCalls, testType: string): Promise<ConsentBundle> =>
  calls.read(`/v1/api-first/consent-bundles/${testType}`, consentBundle);

/** The id of the order, made with the gym's co-branded key. */
export async function placeOrder(calls: ServiceCalls, purchase: Purchase): Promise<string> {
  const { id, member, scan, paymentReference } = purchase;
  const { first_name, last_name, email, date_of_birth, sex, address } = member;
  const person = { first_name, last_name, email, date_of_birth, sex, address };
  const { customer_identity_id } = await calls.write('/v1/api-first/identities', identity, `${id}-identity`, {
    ...person,
    phone: member.phone,
    external_customer_id: member.id,
  });
  const consent_grant_id = await sign(calls, purchase, customer_identity_id);
  const { order_id } = await calls.write('/v1/orders', order, `${id}-order`, {
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
  calls: ServiceCalls,
  { id, scan, signature }: Purchase,
  identityId: string,
): Promise<string> {
  const { template } = await readConsent(calls, scan.testType);
  if (template.content_hash !== signature.contentHash) throw new Error('the consent has changed meanwhile');
  const sessions = '/v1/api-first/consent-sessions';
  const session = await calls.write(sessions, consentSession, `${id}-consent`, {
    customer_identity_id: identityId,
    canonical_test_type: scan.testType,
    consent_template_version_id: template.id,
    content_hash: template.content_hash,
  });
  const { grant } = await calls.write(
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
