/** What a move of an appointment writes beside its status, and whom it tells (States: Appointment; APT-22..APT-30, SCH-08). */
import { refuse } from './engine/refusal.ts';
import { emitMove } from './events/appointment-events.ts';
import { revokeLinksAfter } from './links/links.ts';
import type { AppointmentRecord, State } from './state.ts';
import { type AppointmentMove, statusAfter } from './states/appointment-states.ts';

/** `at` is when it happened on the sandbox's clock; `changes` are the move's own. */
export function moveAppointment(
  state: State,
  appointment: AppointmentRecord,
  move: AppointmentMove,
  at: Date,
  changes: Partial<AppointmentRecord> = {},
): void {
  const status = statusAfter(move, appointment.status);
  if (status === null)
    throw refuse(
      409,
      'SANDBOX_INVALID_STATE',
      `An appointment that is ${appointment.status} cannot become ${move}.`,
    );
  const before = { ...appointment };
  Object.assign(appointment, { ...changes, status, updated_at: at.toISOString() });
  revokeLinksAfter(state, move, appointment.appointment_id);
  emitMove(state, appointment, move, before, at);
}

/** The location confirms one of the requested times; the first time ever confirmed is kept (APT-24). */
export function confirmAppointment(
  state: State,
  appointment: AppointmentRecord,
  scheduledFor: string,
  at: Date,
): void {
  moveAppointment(state, appointment, 'confirmed', at, {
    scheduled_for: scheduledFor,
    original_scheduled_for: appointment.original_scheduled_for ?? scheduledFor,
    confirmed_at: at.toISOString(),
  });
}

/** An offset time as the absolute instant that appointment reads show. */
export function instantOf(offsetTime: string): string {
  return new Date(offsetTime).toISOString();
}
