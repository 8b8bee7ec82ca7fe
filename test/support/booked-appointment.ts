/** A customer with a requested appointment, and the changes that the location then makes. */
import type {
  AppointmentsView,
  AppointmentView,
  AvailabilityView,
} from '../../server/contract/appointments-api.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { at, untilReview, untilSent } from './booking.ts';
import type { Customer } from './customer.ts';
import type { FullApiServer } from './full-api-server.ts';

/** A customer with an appointment whose time was requested. */
export interface Booked {
  customer: Customer;
  id: string;
  /** The appointment's path at the server. */
  path: string;
  /** The requested times. */
  requested: { primary: string; alternates: string[] };
  /** The customer's appointments, newest first. */
  list(): Promise<AppointmentView[]>;
  /** The appointment as the server shows it now. */
  read(): Promise<AppointmentView>;
  /** Sends the action, and polls until no write is pending. @returns the last view */
  post(action: string, body?: unknown): Promise<AppointmentView>;
  /** The free times of the appointment's offering. */
  times(): Promise<string[]>;
  /** Changes the appointment's status as the location or the lab does. */
  move(to: string, more?: object): Promise<unknown>;
}

/**
 * Books up to the request for a time.
 * @param name the id of the customer; a fresh one in each test
 * @returns the appointment; its members throw Error for an unsuccessful response
 */
export async function book(
  service: FullApiServer,
  name: string,
  testType: TestType = 'DEXA',
): Promise<Booked> {
  const customer = service.customer(name);
  const view = await untilSent(customer, await untilReview(customer, testType));
  const { appointment_id: id, requested } = at(view, 'sent');
  const path = `/appointments/${id}`;

  const read = async () => (await customer.call<AppointmentView>('GET', path)).body;
  return {
    customer,
    id,
    path,
    requested,
    read,
    list: async () => (await customer.call<AppointmentsView>('GET', '/appointments')).body.appointments,
    async post(action, body) {
      const reply = await customer.call<AppointmentView>('POST', `${path}/${action}`, body);
      if (reply.status !== 200)
        throw new Error(`${action} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      let seen = reply.body;
      while (seen.working) {
        await new Promise((done) => setTimeout(done, 100));
        seen = await read();
      }
      return seen;
    },
    async times() {
      const { body } = await customer.call<AvailabilityView>('GET', `${path}/availability`);
      return (body.dates ?? []).flatMap((day) => day.times);
    },
    move: (to, more = {}) => service.sandbox.transition(id, { to, ...more }),
  };
}

/** Lists the key and body of each POST to an action of the appointment. */
export const sentTo = ({ wire }: FullApiServer, { id }: Booked, action: string) =>
  wire.requests
    .filter(({ method, url }) => method === 'POST' && url === `/v1/appointments/${id}/${action}`)
    .map(({ headers, body }) => ({
      key: String(headers['idempotency-key']),
      body: JSON.parse(body) as object,
    }));

/** Books a confirmed appointment, years away. */
export async function bookConfirmed(service: FullApiServer, name: string): Promise<Booked> {
  const booked = await book(service, name);
  await booked.move('confirmed');
  await booked.move('rescheduled', { scheduled_for: '2031-05-14T15:00:00.000Z' });
  return booked;
}

/** Books a confirmed appointment, less than a day away. */
export async function bookForTomorrow(service: FullApiServer, name: string): Promise<Booked> {
  const booked = await book(service, name);
  await booked.move('confirmed');
  const { scheduled_for } = await booked.read();
  const clock = await fetch(`${service.sandbox.url}/sandbox/clock`);
  const { now } = (await clock.json()) as { now: string };
  const aheadMs = Date.parse(scheduled_for ?? '') - Date.parse(now);
  await service.sandbox.advance(Math.max(0, Math.ceil(aheadMs / 1000) - 6 * 3600));
  return booked;
}
