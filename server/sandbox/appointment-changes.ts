/** Applies transitions to appointments: writes the status, revokes links and emits the event (States: Appointment; APT-22..APT-30, SCH-08). */
import { codedError } from './engine/api-error.ts';
import { emitTransition } from './events/appointment-events.ts';
import type { AppointmentRecord, State } from './state.ts';
import { type AppointmentTransition, appointmentTransitions } from './states/appointment-states.ts';
import { statusAfter } from './states/transition-table.ts';
import { revokeLinksAfter } from './temporary-links/temporary-links.ts';

/**
 * Applies a transition to the appointment in place, revokes the check-in links that it ends, and emits its event.
 * @param at time of the transition on the sandbox's clock
 * @param changes fields that this transition writes beside the status
 * @throws ApiError 409 if the state table does not allow the transition
 */
export function transitionAppointment(
  state: State,
  appointment: AppointmentRecord,
  transition: AppointmentTransition,
  at: Date,
  changes: Partial<AppointmentRecord> = {},
): void {
  const status = statusAfter(appointmentTransitions, transition, appointment.status);
  if (status === null)
    throw codedError(
      409,
      'SANDBOX_INVALID_STATE',
      `An appointment that is ${appointment.status} cannot become ${transition}.`,
    );
  const before = { ...appointment };
  Object.assign(appointment, { ...changes, status, updated_at: at.toISOString() });
  revokeLinksAfter(state, transition, appointment.appointment_id);
  emitTransition(state, appointment, transition, before, at);
}

/**
 * Confirms a time in the name of the location. `original_scheduled_for` keeps the first confirmed time (APT-24).
 * @param scheduledFor ISO 8601 in UTC, as `instantOf` returns it
 * @param at time of the confirmation on the sandbox's clock
 * @throws ApiError 409 if the appointment is not `pending_confirmation`
 */
export function confirmAppointment(
  state: State,
  appointment: AppointmentRecord,
  scheduledFor: string,
  at: Date,
): void {
  transitionAppointment(state, appointment, 'confirmed', at, {
    scheduled_for: scheduledFor,
    original_scheduled_for: appointment.original_scheduled_for ?? scheduledFor,
    confirmed_at: at.toISOString(),
  });
}

/**
 * Converts a time with an offset to the UTC instant that appointment reads show.
 * @param offsetTime ISO 8601
 * @returns ISO 8601 in UTC, with milliseconds
 * @throws RangeError if `offsetTime` is not a valid time
 */
export function instantOf(offsetTime: string): string {
  return new Date(offsetTime).toISOString();
}
