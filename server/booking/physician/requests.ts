/** Request bodies of a structured order: a session of what the provider gave, then an approval that echoes the frozen session (PHY-05, PHY-10, PHY-27, PHY-34, PHY-35, GAP-82, T72). */
import type { ApprovalAnswer, ProviderAnswer } from '../../contract/physician-api.ts';
import type {
  PhysicianFinalizeRequest,
  PhysicianSessionRequest,
} from '../../contract/upstream-api/physician-order.ts';
import { Problem } from '../../core/errors.ts';
import type { PhysicianOrderBundle } from '../../upstream/physician/responses.ts';
import type { FrozenSession, PhysicianOrder } from './order.ts';

/** The value that was named, or the only one allowed. @throws Problem 422 */
function chosen(field: string, allowed: readonly string[], named: string | undefined): string {
  const found = named === undefined && allowed.length === 1 ? allowed[0] : named;
  if (found === undefined || !allowed.includes(found)) throw atFault(field, 'Choose one of those offered.');
  return found;
}

const atFault = (path: string, message: string) =>
  new Problem('invalid_fields', { fields: [{ path, message }] });

/**
 * The request for a session.
 * @param replaces the open session that this one replaces (PHY-40)
 * @param today the day at the location, YYYY-MM-DD, for a provider who gave no date
 * @throws Problem 422 with the field at fault
 */
export function sessionRequest(
  bundle: PhysicianOrderBundle,
  { physician, order_date, approval_method, workflow_type }: ProviderAnswer,
  replaces: string | null,
  today: string,
): PhysicianSessionRequest {
  const { template, context_hash, session_requirements: required } = bundle;
  if (order_date === undefined && required.order_date_required)
    throw atFault('order_date', 'Enter the date of the order.');
  return {
    template_version_id: template.id,
    content_hash: template.content_hash,
    context_hash,
    order_date: order_date ?? today,
    physician,
    approval_method: chosen('approval_method', required.allowed_approval_methods, approval_method),
    workflow_type: chosen('workflow_type', required.allowed_workflow_types, workflow_type),
    ...(replaces === null ? {} : { replaces_session_id: replaces }),
  };
}

/** Who signs: data of the physician's own request, never of the customer's (T97). */
export interface Signer {
  ip: string;
  userAgent: string;
  atIso: string;
}

/** Makes the approval of a session, under exactly what was shown. */
export function finalizeRequest(
  session: FrozenSession,
  { typed_name }: ApprovalAnswer,
  { reference }: PhysicianOrder,
  { ip, userAgent, atIso }: Signer,
): PhysicianFinalizeRequest {
  const { template, context_hash, presentation_hash, partner_attestation } = session;
  return {
    template_version_id: template.id,
    content_hash: template.content_hash,
    context_hash,
    presentation_hash,
    approval: {
      approved_at: atIso,
      order_acknowledgement: true,
      electronic_signature_attestation: true,
      typed_name,
      ip_address: ip,
      user_agent: userAgent,
      device_metadata: {},
      session_reference: reference,
      external_reference_id: reference,
    },
    partner_attestation: {
      accepted: true,
      version: partner_attestation.version,
      text_hash: partner_attestation.text_hash,
    },
  };
}
