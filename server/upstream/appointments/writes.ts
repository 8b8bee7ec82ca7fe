/** Writes of appointments (Appointments; APT-34, APT-38, APT-44; SCH-02). */
import { cancelRequest, rescheduleRequest } from '../../contract/upstream-api/appointment-changes.ts';
import { scheduleRequest } from '../../contract/upstream-api/schedule.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';
import { canceled, rescheduled, scheduled } from './responses.ts';

/** The writes of either flow, each under its own API key. */
export const appointmentWrites = {
  'appointment.cancel': post('/v1/appointments/{appointmentId}/cancel', cancelRequest, canceled),
  'appointment.reschedule': post(
    '/v1/appointments/{appointmentId}/reschedule',
    rescheduleRequest,
    rescheduled,
  ),
} as const satisfies Record<string, WriteKindEntry>;

/** The writes of the full API only: the co-branded flow schedules on the hosted page. */
export const schedulingWrites = {
  'appointment.schedule': post('/v1/appointments/{appointmentId}/schedule', scheduleRequest, scheduled),
} as const satisfies Record<string, WriteKindEntry>;
/** The name of a write that changes an appointment. */
export type AppointmentWriteKind = keyof typeof appointmentWrites;
