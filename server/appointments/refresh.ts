/** Reads an appointment again and keeps what came; events, polls and settled writes all end here, and none sets a state itself (APT-09, T82). */
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import { Problem } from '../errors.ts';
import type { AppointmentRow } from '../store/tables.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { Appointments } from './appointments.ts';

/** Each flow reads with its own key: to the other's the appointment does not exist (AUTH-14). */
export type ReadsByFlow = Partial<Record<AppointmentRow['flow'], AppointmentReads>>;

/** @throws UpstreamError; Problem 404 for an appointment that was never registered */
export type Refresh = (appointmentId: string) => Promise<Appointment>;

export interface RefreshNeeds {
  appointments: Appointments;
  reads: ReadsByFlow;
  /** Told whenever a read says something new. */
  changed: (customerId: string, appointmentId: string) => void;
  now: () => number;
}

export function createRefresh({ appointments, reads, changed, now }: RefreshNeeds): Refresh {
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

export function readsOf(reads: ReadsByFlow, flow: AppointmentRow['flow']): AppointmentReads {
  const found = reads[flow];
  if (!found)
    throw new Problem('flow_not_configured', { title: 'This appointment cannot be reached from here.' });
  return found;
}
