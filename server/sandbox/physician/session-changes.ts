/** Applies transitions to structured sessions and updates their appointments (States: Structured physician-order session; PHY-17..PHY-20, GAP-85). */
import { transitionAppointment } from '../appointment-changes.ts';
import { codedError } from '../engine/api-error.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { statusAfter as appointmentStatusAfter } from '../states/appointment-states.ts';
import { type PhysicianSessionTransition, statusAfter } from '../states/physician-session-states.ts';
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
  const status = statusAfter(transition, session.status);
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
 * Ends the rendering of the artifact. If it is available, emits the event and makes the signed form retrievable, unless
 * the appointment's status allows no form (PHY-20).
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
  // An appointment that the location declined has no form.
  if (outcome === 'available' && appointmentStatusAfter('form_available', appointment.status) !== null)
    transitionAppointment(state, appointment, 'form_available', at, { form_available: true });
}

function appointmentOf(state: State, { appointment_id }: PhysicianSessionRecord): AppointmentRecord {
  const appointment = state.appointments.get(appointment_id);
  if (appointment === undefined) throw new Error(`no appointment ${appointment_id}`);
  return appointment;
}
