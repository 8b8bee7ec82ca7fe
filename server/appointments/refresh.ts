/**
 * Reads an appointment again and keeps the result. Events and polls read it here; none sets a state itself (APT-09,
 * T82).
 */
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import { Problem } from '../errors.ts';
import type { AppointmentRow } from '../store/tables.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { Appointments } from './appointment-records.ts';

/** Each flow reads with its own key: for the other key the appointment does not exist (AUTH-14). */
export type ReadsByFlow = Partial<Record<AppointmentRow['flow'], AppointmentReads>>;

/**
 * Reads an appointment and keeps the result.
 * @throws UpstreamError; Problem 404 `appointment_not_found` if it was never registered, 501 `flow_not_configured`
 */
export type Refresh = (appointmentId: string) => Promise<Appointment>;

/** What a read of an appointment needs. */
export interface RefreshDeps {
  appointments: Appointments;
  reads: ReadsByFlow;
  /** Called after a read that says something new. */
  changed: (customerId: string, appointmentId: string) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the read of one appointment. It uses the key of the appointment's flow and stores what it reads. */
export function createRefresh({ appointments, reads, changed, now }: RefreshDeps): Refresh {
  return async (appointmentId) => {
    const found = await appointments.find(appointmentId);
    if (!found) throw new Problem('appointment_not_found');
    const beganAt = now();
    const body = await readsOf(reads, found.flow).appointment(appointmentId);
    const kept = await appointments.keep(appointmentId, body, beganAt);
    if (kept) changed(kept.customerId, appointmentId);
    return body;
  };
}

/**
 * Finds the reads with the key of a flow.
 * @throws Problem 501 `flow_not_configured`
 */
export function readsOf(reads: ReadsByFlow, flow: AppointmentRow['flow']): AppointmentReads {
  const found = reads[flow];
  if (!found)
    throw new Problem('flow_not_configured', { title: 'This appointment cannot be reached from here.' });
  return found;
}
