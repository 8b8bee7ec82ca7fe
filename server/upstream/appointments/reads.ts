/** Reads of appointments, for either flow (Endpoints: Appointments; APT-02..APT-09, RES-02). */
import {
  type Appointment,
  type AppointmentList,
  type AppointmentsQuery,
  appointment,
  appointmentList,
  appointmentsQuery,
} from '../../contract/upstream-api/appointments.ts';
import { type CheckInLink, checkInLink } from '../../contract/upstream-api/check-in-link.ts';
import { type Results, results } from '../../contract/upstream-api/results.ts';
import { type SignedForm, signedForm } from '../../contract/upstream-api/signed-form.ts';
import type { Log } from '../../observability/log.ts';
import { createGet, createReadAs } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import { createOfferingReads, type OfferingReads } from '../offerings/reads.ts';

/** Reads of appointments; each throws UpstreamError. */
export interface AppointmentReads extends Pick<OfferingReads, 'schedule'> {
  appointment(appointmentId: string): Promise<Appointment>;
  /**
   * Reads one page. Only the listed filters and status values are sent (APT-03, APT-04, T29).
   * @throws ZodError for any other filter or value
   */
  appointments(query: AppointmentsQuery): Promise<AppointmentList>;
  /** Returns the url unchanged; the server never stores or parses it (T38). */
  checkInLink(appointmentId: string): Promise<CheckInLink>;
  /** The url is valid for an hour; use it at once (T40). */
  signedForm(appointmentId: string): Promise<SignedForm>;
  results(orderId: string): Promise<Results>;
}

/** Creates the reads with one flow's client. Each read throws UpstreamError. */
export function createAppointmentReads(http: Pick<UpstreamHttp, 'read'>, log: Log): AppointmentReads {
  const get = createGet(http, createReadAs(log), log);
  const one = '/v1/appointments/{appointmentId}';
  return {
    appointment: (appointmentId) => get(one, { appointmentId }, appointment),
    appointments: (query) => get('/v1/appointments', {}, appointmentList, appointmentsQuery.parse(query)),
    checkInLink: (appointmentId) => get(`${one}/check-in-link`, { appointmentId }, checkInLink),
    signedForm: (appointmentId) => get(`${one}/signed-form`, { appointmentId }, signedForm),
    results: (orderId) => get('/v1/results', {}, results, { order_id: orderId }),
    schedule: createOfferingReads(http, log).schedule,
  };
}
