/** Reads of appointments, for either flow (Endpoints: Appointments; APT-02..APT-09, RES-02). */
import { type AppointmentsQuery, appointmentsQuery } from '../../contract/upstream-api/appointments.ts';
import type { Results } from '../../contract/upstream-api/results.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Assumptions } from '../assumptions/assumptions.ts';
import { createGet } from '../get.ts';
import type { UpstreamHttp } from '../http.ts';
import { createScheduleRead, type ReadSchedule } from '../offerings/reads.ts';
import { anyId } from '../response-reader.ts';
import {
  type Appointment,
  type AppointmentList,
  appointment,
  appointmentList,
  checkInLink,
  orderedAppointmentList,
  results,
  signedForm,
} from './responses.ts';
import { readResultPages } from './result-pages.ts';
import { specifiedStatus } from './status-words.ts';

/** Reads of appointments; each throws UpstreamError. */
export interface AppointmentReads {
  schedule: ReadSchedule;
  appointment(appointmentId: string): Promise<Appointment>;
  /**
   * Reads one page. Only the listed filters and status values are sent (APT-03, APT-04, T29). A list for one order has
   * no appointment that names another order.
   * @throws ZodError for any other filter or value; UnreadableResponse if no appointment of an order can be read
   */
  appointments(query: AppointmentsQuery): Promise<AppointmentList>;
  /** Returns the url unchanged; the server never stores or parses it (T38). */
  checkInLink(appointmentId: string): Promise<{ url: string }>;
  /** The url is valid for an hour; use it at once (T40). */
  signedForm(appointmentId: string): Promise<{ signed_form_url: string }>;
  /** Reads the results to their last page, as received. */
  results(orderId: string): Promise<Results>;
}

/** Ids go back as the service gave them. */
const returnedQuery = appointmentsQuery.extend({
  order_id: anyId.optional(),
  appointment_id: anyId.optional(),
});

/**
 * Creates the reads with one flow's client. Each read throws UpstreamError. Statuses are the specification's words where
 * the assumptions map them.
 */
export function createAppointmentReads(
  http: Pick<UpstreamHttp, 'read'>,
  assumptions: Assumptions,
  log: Log,
): AppointmentReads {
  const get = createGet(http, log);
  const one = '/v1/appointments/{appointmentId}';
  const translated = (read: Appointment): Appointment => ({
    ...read,
    status: specifiedStatus(read.status, assumptions),
  });
  return {
    appointment: async (appointmentId) => translated(await get(one, { appointmentId }, appointment)),
    async appointments(query) {
      const asked = returnedQuery.parse(query);
      const orderId = asked.order_id?.toLowerCase();
      const list = orderId === undefined ? appointmentList : orderedAppointmentList;
      const page = await get('/v1/appointments', {}, list, asked);
      const isAsked = ({ order_id }: Appointment) =>
        !orderId || !order_id || order_id.toLowerCase() === orderId;
      return { ...page, items: page.items.filter(isAsked).map(translated) };
    },
    checkInLink: (appointmentId) => get(`${one}/check-in-link`, { appointmentId }, checkInLink),
    signedForm: (appointmentId) => get(`${one}/signed-form`, { appointmentId }, signedForm),
    results: (orderId) =>
      readResultPages(
        (offset) => get('/v1/results', {}, results, { order_id: orderId, ...(offset > 0 && { offset }) }),
        assumptions.values.results,
      ),
    schedule: createScheduleRead(http, log),
  };
}
