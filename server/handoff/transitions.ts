/** How reads of the appointment change a handoff; no message of a page does (Hosted page messages; HND-21, EMB-14, GAP-98, T87, T89). Pure. */
import { appointmentStatusOf } from '../appointments/appointment-status.ts';
import type { HandoffAppointment } from '../contract/handoff-api.ts';
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import type { Handoff } from './handoff-state.ts';

/** Whether times can be requested: for a new order's appointment, and for one whose times the location declined. */
export const waitsForTimes = (status: string) => appointmentStatusOf(status) === 'unscheduled';

/** How long, in milliseconds, a request may take to show after the page said that it was made. */
const verifyMs = 60_000;

/**
 * Updates a handoff by a read of its order's appointment.
 * @param found the appointment as just read; null if the service could not be read or the order has none
 * @param nowMs milliseconds since the epoch
 */
export function withAppointment(handoff: Handoff, found: Appointment | null, nowMs: number): Handoff {
  const appointment = found ? shown(found) : handoff.appointment;
  const next = { ...handoff, appointment };
  if (found && !waitsForTimes(found.status)) return { ...next, state: 'requested' };
  switch (handoff.state) {
    case 'verifying':
      return { ...next, state: nowMs < handoff.verifyUntilMs ? 'verifying' : 'unknown' };
    case 'requested':
      return found ? { ...next, state: 'open' } : next;
    default:
      return next;
  }
}

/**
 * The handoff after its page reported completion: the appointment is read for a while.
 * @param nowMs milliseconds since the epoch
 * @returns the given object if the handoff is neither `open` nor `unknown`
 */
export const startVerifying = (handoff: Handoff, nowMs: number): Handoff =>
  handoff.state === 'open' || handoff.state === 'unknown'
    ? { ...handoff, state: 'verifying', verifyUntilMs: nowMs + verifyMs }
    : handoff;

const shown = (found: Appointment): HandoffAppointment => ({
  appointment_id: found.appointment_id,
  status: found.status,
  test_type: found.test_type,
  scheduled_for: found.scheduled_for,
  timezone: found.location.timezone,
});
