/** The fields of appointment reads about the physician's order and the signed form (Appointment; CFG-15, APT-17, APT-18, GAP-56). */
import { secondsAfter } from '../engine/clock.ts';
import type { AppointmentRecord, PhysicianSubmission, State } from '../state.ts';

/** How long after the scheduling request a partner may submit its own physician order. */
const submissionSeconds = 48 * 3600;

/**
 * Makes the fields of an appointment about its physician's order. Physician work begins with scheduling and is complete
 * when the signed form is available.
 */
export function physicianFields(state: State, appointment: AppointmentRecord) {
  const { form_available, requested_at, physician_submission } = appointment;
  const begun = hasBegun(appointment);
  const partnersOwn =
    state.orders.get(appointment.order_id)?.modes.physician_order_mode !== 'service_service';
  return {
    physician_order_status: begun ? (form_available ? 'completed' : 'pending') : null,
    physician_order_submission_status: begun ? physician_submission.status : null,
    physician_order_submission_deadline_at:
      begun && partnersOwn && requested_at !== null
        ? secondsAfter(new Date(requested_at), submissionSeconds).toISOString()
        : null,
    physician_order_submitted_at: physician_submission.submitted_at,
  };
}

/** Makes the fields of an appointment about its signed form. */
export function formFields(appointment: AppointmentRecord) {
  const { form_available } = appointment;
  const begun = hasBegun(appointment);
  return {
    form_type: begun ? 'DOCTORORDER' : 'CONSENT',
    has_signed_form: form_available,
    artifact_status: begun ? (form_available ? 'available' : 'awaiting_physician') : null,
  };
}

/**
 * Records the status of the partner's physician order in the appointment. `submitted` means that the service accepted
 * it. `submitted_at` keeps the first time until the status is `not_submitted`.
 */
export function recordSubmission(
  appointment: AppointmentRecord,
  status: PhysicianSubmission['status'],
  at: Date,
): void {
  const submitted_at =
    status === 'not_submitted' ? null : (appointment.physician_submission.submitted_at ?? at.toISOString());
  Object.assign(appointment, {
    physician_submission: { status, submitted_at },
    updated_at: at.toISOString(),
  });
}

function hasBegun({ status }: AppointmentRecord): boolean {
  return status !== 'pending_scheduling';
}
