/** Applies transitions to structured sessions and updates their appointments (States: Structured physician-order session; PHY-17..PHY-20, GAP-85). */
import type { PhysicianSession } from '../../contract/upstream-api/physician-order.ts';
import { transitionAppointment } from '../appointment-changes.ts';
import { codedError } from '../engine/api-error.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { appointmentTransitions } from '../states/appointment-states.ts';
import {
  type PhysicianSessionTransition,
  physicianSessionTransitions,
} from '../states/physician-session-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { issueSignedFormUrl } from '../temporary-links/temporary-links.ts';
import { recordSubmission } from '../v1/physician-fields.ts';
import type { PhysicianSessionRecord } from './session-record.ts';

/**
 * Applies a transition.
 * @throws ApiError 409 if the state table does not allow it
 */
export function transitionSession(
  session: PhysicianSessionRecord,
  transition: PhysicianSessionTransition,
): void {
  const status = statusAfter(physicianSessionTransitions, transition, session.status);
  if (status === null)
    throw codedError(409, 'SANDBOX_SESSION_CLOSED', `The physician-order session is ${session.status}.`);
  session.status = status;
}

/**
 * Finalizes the session; its appointment's submission is then `processing`.
 * @param at time on the sandbox's clock
 * @throws ApiError 409 if the session is not `open`
 */
export function finalizeSession(state: State, session: PhysicianSessionRecord, at: Date): void {
  transitionSession(session, 'finalize');
  session.finalized_at = at.toISOString();
  recordSubmission(appointmentOf(state, session), 'processing', at);
}

/**
 * Ends the rendering of the artifact, and releases the signed form if it is available (PHY-20).
 * @param at time on the sandbox's clock
 * @throws ApiError 409 if the session is not `finalizing`
 */
export function renderArtifact(
  state: State,
  session: PhysicianSessionRecord,
  outcome: 'available' | 'failed',
  at: Date,
): void {
  transitionSession(session, 'render');
  session.artifact_status = outcome;
  const appointment = appointmentOf(state, session);
  recordSubmission(appointment, outcome === 'available' ? 'submitted' : 'not_submitted', at);
  releaseForm(state, appointment, at);
}

/**
 * Makes the signed form of an appointment retrievable and emits the event, if its session has an artifact. An appointment
 * that the location declined has no form until its next scheduling request.
 * @param at time on the sandbox's clock
 */
export function releaseForm(state: State, appointment: AppointmentRecord, at: Date): void {
  const isRendered = currentSession(state, appointment.appointment_id)?.artifact_status === 'available';
  if (isRendered && statusAfter(appointmentTransitions, 'form_available', appointment.status) !== null)
    transitionAppointment(state, appointment, 'form_available', at, { form_available: true });
}

function appointmentOf(state: State, { appointment_id }: PhysicianSessionRecord): AppointmentRecord {
  const appointment = state.appointments.get(appointment_id);
  if (appointment === undefined) throw new Error(`no appointment ${appointment_id}`);
  return appointment;
}

/**
 * Finds the current session of an appointment: open, or signed with a pending or available artifact; undefined if there is
 * none (Structured physician-order bundle; PHY-06).
 */
export function currentSession(state: State, appointmentId: string): PhysicianSessionRecord | undefined {
  return [...state.physicianSessions.values()].find(
    ({ appointment_id, status, artifact_status }) =>
      appointment_id === appointmentId &&
      status !== 'abandoned' &&
      status !== 'replaced' &&
      artifact_status !== 'failed',
  );
}

/**
 * Presents the session as `/v1` does (Structured physician-order session; PHY-13, PHY-15, GAP-81). If the signed form is
 * available, it adds a new temporary link to the state, whose address is `signed_form_url`.
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
    artifact_status === 'available' && appointment?.form_available
      ? issueSignedFormUrl(state, appointment, origin, now)
      : null;
  return { ...shown, artifact: { status: artifact_status, signed_form_url } };
}
