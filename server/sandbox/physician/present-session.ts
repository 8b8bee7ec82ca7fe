/** A structured session as `/v1` shows it (Structured physician-order session; PHY-13, PHY-15, GAP-81). */
import type { PhysicianSession } from '../../contract/upstream-api/physician-order.ts';
import type { State } from '../state.ts';
import type { PhysicianSessionRecord } from './session-record.ts';

export function presentSession(
  _state: State,
  session: PhysicianSessionRecord,
  _now: Date,
  origin: string,
): PhysicianSession {
  const { owner: _owner, expired: _expired, finalized_at: _finalized, artifact_status, ...shown } = session;
  const signed_form_url =
    artifact_status === 'available'
      ? `${origin}/v1/appointments/${session.appointment_id}/signed-form`
      : null;
  return { ...shown, artifact: { status: artifact_status, signed_form_url } };
}
