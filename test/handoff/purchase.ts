/** A purchase as a partner's backend hands it to the server: consent given under the co-branded key, payment taken, no order yet. */
import { randomUUID } from 'node:crypto';
import { readConsent } from '../../examples/co-branded/orders.ts';
import { nearestScan } from '../../examples/co-branded/scans.ts';
import type { ServiceClient } from '../../examples/co-branded/service-client.ts';
import type { OpenHandoff } from '../../server/contract/handoff-api.ts';
import { consentFinalized, consentSession } from '../../server/contract/upstream-api/consent.ts';
import { identity } from '../../server/contract/upstream-api/identity.ts';
import type { HandoffPurchase } from '../../server/partner/hooks.ts';
import { profile } from '../support/co-branded-server.ts';

export const customer = { ...profile, email: 'odalys@canary.example' };

export const prescreen = {
  dob: '09/17/1988',
  family_history_cardiovascular_disease: true,
  high_cholesterol_or_hypertension: false,
  diabetes: false,
  bmi_higher_than_25: false,
  sedentary_lifestyle: true,
  smoker: false,
  symptoms_heart_disease: false,
  pregnant: false,
  diagnosed_heart_disease: false,
  pcp_name: 'Dr. Invented Canary',
  pcp_phone: '2125550199',
  pcp_consent: true as const,
};

export interface Purchased {
  purchase: HandoffPurchase;
  times: OpenHandoff['times'];
}

export async function purchased(
  calls: ServiceClient,
  subject: string,
  testType = 'DEXA',
): Promise<Purchased> {
  const scan = await nearestScan(calls, testType);
  if (!scan) throw new Error('there is nothing to order');
  const { template, required_decision_ids } = await readConsent(calls, testType);
  const { height_inches, weight_pounds, ...person } = customer;
  const { customer_identity_id } = await calls.write('/v1/api-first/identities', identity, randomUUID(), {
    ...person,
    external_customer_id: subject,
  });
  const sessions = '/v1/api-first/consent-sessions';
  const session = await calls.write(sessions, consentSession, randomUUID(), {
    customer_identity_id,
    canonical_test_type: testType,
    consent_template_version_id: template.id,
    content_hash: template.content_hash,
  });
  const { grant } = await calls.write(`${sessions}/${session.id}/finalize`, consentFinalized, randomUUID(), {
    typed_name: 'Odalys Canary-Verhoeven',
    signer_role: 'self',
    electronic_signature_attestation: true,
    decisions: Object.fromEntries(required_decision_ids.map((id) => [id, true])),
    customer_ip: '203.0.113.9',
    customer_user_agent: 'Invented/1.0',
  });
  const [primary = '', first = '', second = ''] = scan.times;
  return {
    purchase: {
      reference: `sale-${subject}`,
      catalogId: scan.catalogId,
      offeringId: scan.offeringId,
      customer,
      consent: { grantId: grant.id },
      paymentReference: `paid-${subject}`,
    },
    times: { primary, alternates: [first, second] },
  };
}
