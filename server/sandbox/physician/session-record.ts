/** A structured physician-order session. Only its status and artifact change after creation (Structured physician-order session; PHY-13..PHY-16, PHY-41). */
import type {
  OrderingPhysician,
  PhysicianOrderBundle,
  PhysicianPresentation,
} from '../../contract/upstream-api/physician-order.ts';
import type { PhysicianArtifactStatus, PhysicianSessionStatus } from '../states/physician-session-states.ts';

/** A structured order, frozen when its session was created. */
export interface PhysicianSessionRecord {
  id: string;
  /** The prefix of the key that created it. */
  owner: string;
  appointment_id: string;
  request_id: string;
  status: PhysicianSessionStatus;
  approval_method: string;
  workflow_type: string;
  order_date: string;
  expires_at: string;
  context_hash: string;
  presentation_hash: string;
  partner_attestation: PhysicianOrderBundle['partner_attestation'];
  physician: OrderingPhysician;
  template: PhysicianOrderBundle['template'];
  presentation: PhysicianPresentation;
  /** Whether it expired while it was open. */
  expired: boolean;
  finalized_at: string | null;
  artifact_status: PhysicianArtifactStatus;
}
