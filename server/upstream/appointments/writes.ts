/** What both flows may write about an appointment: the same two calls, each under its own key (Appointments; APT-34, APT-38, APT-44). */
import {
  cancelRequest,
  cancelResponse,
  rescheduleRequest,
  rescheduleResponse,
} from '../../contract/upstream-api/appointment-changes.ts';
import { post, type WriteKindEntry } from '../write-kind-entry.ts';

export const appointmentWrites = {
  'appointment.cancel': post('/v1/appointments/{appointmentId}/cancel', cancelRequest, cancelResponse),
  'appointment.reschedule': post(
    '/v1/appointments/{appointmentId}/reschedule',
    rescheduleRequest,
    rescheduleResponse,
  ),
} as const satisfies Record<string, WriteKindEntry>;
export type AppointmentWriteKind = keyof typeof appointmentWrites;
