/** A structured physician order step by step: bundle, session, approval. */
import type {
  PhysicianOrderBundle,
  PhysicianSession,
} from '../../server/contract/upstream-api/physician-order.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { physicianBody } from '../../server/operate/conformance/structured-order.ts';
import { type Ordered, schedule } from './booking.ts';
import type { Answer, Partner } from './sandbox-harness.ts';

export const sessions = '/v1/api-first/physician-order-sessions';
export const bundleOf = (appointmentId: string) =>
  `/v1/api-first/appointments/${appointmentId}/physician-order-bundle`;
export const sessionsOf = (appointmentId: string) =>
  `/v1/api-first/appointments/${appointmentId}/physician-order-sessions`;

export interface Prepared {
  scheduled: Ordered;
  bundle: PhysicianOrderBundle;
  /** The body that opens a session. */
  body: Record<string, unknown>;
}

export async function prepare(partner: Partner, testType: TestType = 'DEXA'): Promise<Prepared> {
  const scheduled = await schedule(partner, testType);
  const { data: bundle } = await partner.get<PhysicianOrderBundle>(bundleOf(scheduled.appointmentId));
  return { scheduled, bundle, body: sessionBody(bundle) };
}

export const sessionBody = (bundle: PhysicianOrderBundle, changes: object = {}) => ({
  template_version_id: bundle.template.id,
  content_hash: bundle.template.content_hash,
  context_hash: bundle.context_hash,
  order_date: '2026-11-20',
  physician: physicianBody(),
  approval_method: 'electronic_signature',
  workflow_type: 'partner_electronic',
  ...changes,
});

export const openSession = (
  partner: Partner,
  { scheduled, body }: Prepared,
  changes: object = {},
  key?: string,
): Promise<Answer<PhysicianSession>> =>
  partner.post(sessionsOf(scheduled.appointmentId), { ...body, ...changes }, key);

const approvalBody = (changes: object = {}) => ({
  approved_at: '2026-11-20T10:00:00-05:00',
  order_acknowledgement: true,
  electronic_signature_attestation: true,
  typed_name: 'Grace Invented',
  ip_address: '203.0.113.8',
  user_agent: 'Invented/1.0',
  device_metadata: { platform: 'invented' },
  session_reference: 'visit-1',
  external_reference_id: 'order-1',
  ...changes,
});

const approvalOf = (session: PhysicianSession, changes: object = {}) => ({
  template_version_id: session.template.id,
  content_hash: session.template.content_hash,
  context_hash: session.context_hash,
  presentation_hash: session.presentation_hash,
  approval: approvalBody(),
  partner_attestation: {
    accepted: true,
    version: session.partner_attestation.version,
    text_hash: session.partner_attestation.text_hash,
  },
  ...changes,
});

export const finalize = (
  partner: Partner,
  session: PhysicianSession,
  changes: object = {},
  key?: string,
): Promise<Answer<PhysicianSession>> =>
  partner.post(`${sessions}/${session.id}/finalize`, approvalOf(session, changes), key);
