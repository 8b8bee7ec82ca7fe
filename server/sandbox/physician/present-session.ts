/** Presents structured sessions as `/v1` shows them (Structured physician-order session; PHY-13, PHY-15, GAP-81). */
import type { PhysicianSession } from '../../contract/upstream-api/physician-order.ts';
import { issueSignedFormUrl } from '../links/links.ts';
import type { State } from '../state.ts';
import type { PhysicianSessionRecord } from './session-record.ts';

/**
 * Presents the session as `/v1` does. If the signed form is available, it adds a new temporary link to the state, whose
 * address is `signed_form_url`.
 * @param origin of the sandbox, such as `http://127.0.0.1:4000`
 */
export function presentSession(
  state: State,
  session: PhysicianSessionRecord,
  now: Date,
  origin: string,
): PhysicianSession {
  const { owner: _owner, expired: _expired, finalized_at: _finalized, artifact_status, ...shown } = session;
  const appointment = state.appointments.get(session.appointment_id);
  const signed_form_url =
    artifact_status === 'available' && appointment !== undefined
      ? issueSignedFormUrl(state, appointment, origin, now)
      : null;
  return { ...shown, artifact: { status: artifact_status, signed_form_url } };
}
