/** The bodies of a structured physician order. */
import type { Shape } from './shapes.ts';

/** The same throughout a run, so that a body can be sent again. */
const yesterday = new Date(Date.now() - 86_400_000).toISOString();

/** The physician of an order. */
export const physicianBody = (changes: object = {}) => ({
  full_name: 'Grace Invented',
  credentials: 'MD',
  npi: '1234567890',
  license_state: 'NY',
  license_number: 'MD-0001',
  ordering_entity: 'Invented Medical Group',
  contact: {
    type: 'office',
    address: { address_line_1: '2 Invented Way', city: 'New York', state: 'NY', postal_code: '10001' },
    phone: '2125550101',
    fax: '2125550102',
  },
  ...changes,
});
/** The approval of a physician. */
export const approvalBody = (changes: object = {}) => ({
  approved_at: yesterday,
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
/** The body that opens a session. */
export const sessionBody = ({ template, context_hash }: Shape<'physicianBundle'>) => ({
  template_version_id: template.id,
  content_hash: template.content_hash,
  context_hash,
  order_date: yesterday.slice(0, 10),
  physician: physicianBody(),
  approval_method: 'electronic_signature',
  workflow_type: 'partner_electronic',
});
/** The body that finalizes a session. */
export const approvalOf = (session: Shape<'physicianSession'>, changes: object = {}) => ({
  template_version_id: session.template.id,
  content_hash: session.template.content_hash,
  context_hash: session.context_hash,
  presentation_hash: session.presentation_hash,
  approval: approvalBody(),
  partner_attestation: { accepted: true, ...certified(session) },
  ...changes,
});
/** What certifies the partner's system. */
export const certified = ({ partner_attestation: { version, text_hash } }: Shape<'physicianSession'>) => ({
  version,
  text_hash,
});
