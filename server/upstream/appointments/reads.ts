/** What can be read of an appointment, whichever flow made it, an endpoint a line (Endpoints: Appointments; APT-02..APT-09, RES-02). */
import {
  type Appointment,
  type AppointmentList,
  type AppointmentsQuery,
  appointment,
  appointmentList,
  appointmentsQuery,
} from '../../contract/upstream-api/appointments.ts';
import { type CheckInLink, checkInLink } from '../../contract/upstream-api/check-in-link.ts';
import { offeringSchedule, type Schedule } from '../../contract/upstream-api/offerings.ts';
import { type Results, results } from '../../contract/upstream-api/results.ts';
import { type SignedForm, signedForm } from '../../contract/upstream-api/signed-form.ts';
import type { Log } from '../../observability/log.ts';
import { createGet, createReadAs } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';

export interface AppointmentReads {
  appointment(appointmentId: string): Promise<Appointment>;
  /** One page; only the listed filters and status values leave (APT-03, APT-04, T29). */
  appointments(query: AppointmentsQuery): Promise<AppointmentList>;
  /** The url passes through and is neither kept nor looked at (T38). */
  checkInLink(appointmentId: string): Promise<CheckInLink>;
  /** The url lives for an hour and is used at once (T40). */
  signedForm(appointmentId: string): Promise<SignedForm>;
  results(orderId: string): Promise<Results>;
  schedule(catalogId: string, offeringId: string): Promise<Schedule>;
}

export function createAppointmentReads(http: Pick<UpstreamHttp, 'read'>, log: Log): AppointmentReads {
  const get = createGet(http, createReadAs(log), log);
  const one = '/v1/appointments/{appointmentId}';
  return {
    appointment: (appointmentId) => get(one, { appointmentId }, appointment),
    appointments: (query) => get('/v1/appointments', {}, appointmentList, appointmentsQuery.parse(query)),
    checkInLink: (appointmentId) => get(`${one}/check-in-link`, { appointmentId }, checkInLink),
    signedForm: (appointmentId) => get(`${one}/signed-form`, { appointmentId }, signedForm),
    results: (orderId) => get('/v1/results', {}, results, { order_id: orderId }),
    schedule: async (catalogId, offeringId) =>
      (
        await get(
          '/v1/locations/{catalogId}/offerings/{offeringId}/schedule',
          { catalogId, offeringId },
          offeringSchedule,
        )
      ).schedule,
  };
}
