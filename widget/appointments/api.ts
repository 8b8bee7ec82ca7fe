/** The appointments wire as the page calls it: one method per route, what it answers or a typed error back. */
import type {
  AppointmentsView,
  AppointmentView,
  AvailabilityView,
  CancelAnswer,
  CheckIn,
  RescheduleAnswer,
  ResultsView,
} from '../../server/contract/appointments-api.ts';
import { Failure } from '../session/failure.ts';
import { errorOf, type Json, jsonOf } from '../session/reply.ts';
import type { Session } from '../session/session.ts';

const readTimeoutMs = 20_000;
/** A change may wait for the service behind the partner's server. */
const changeTimeoutMs = 40_000;
const documentTimeoutMs = 120_000;

/** As much of an appointment as the room itself stands on. */
const isAppointment = (body: unknown): body is AppointmentView =>
  typeof body === 'object' &&
  body !== null &&
  'appointment_id' in body &&
  'standing' in body &&
  'actions' in body &&
  Array.isArray(body.actions);

const isList = (body: Json | null): body is Json & AppointmentsView =>
  Array.isArray(body?.appointments) && body.appointments.every(isAppointment);
const isAvailability = (body: Json | null): body is Json & AvailabilityView =>
  body !== null && (body.dates === null || Array.isArray(body.dates));
const isResults = (body: Json | null): body is Json & ResultsView =>
  typeof body?.results === 'object' && body.results !== null;
const isCheckIn = (body: Json | null): body is Json & CheckIn => typeof body?.url === 'string';
const isOne = (body: Json | null): body is Json & AppointmentView => isAppointment(body);

export class AppointmentsApi {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async list(): Promise<AppointmentView[]> {
    return (await this.#read('GET', '', isList)).appointments;
  }

  read(id: string): Promise<AppointmentView> {
    return this.#read('GET', `/${id}`, isOne);
  }

  cancel(id: string, answer: CancelAnswer): Promise<AppointmentView> {
    return this.#read('POST', `/${id}/cancel`, isOne, answer);
  }

  reschedule(id: string, answer: RescheduleAnswer): Promise<AppointmentView> {
    return this.#read('POST', `/${id}/reschedule`, isOne, answer);
  }

  retry(id: string): Promise<AppointmentView> {
    return this.#read('POST', `/${id}/retry`, isOne);
  }

  availability(id: string): Promise<AvailabilityView> {
    return this.#read('GET', `/${id}/availability`, isAvailability);
  }

  async checkIn(id: string): Promise<string> {
    return (await this.#read('POST', `/${id}/check-in`, isCheckIn)).url;
  }

  async results(id: string): Promise<ResultsView['results']> {
    return (await this.#read('GET', `/${id}/results`, isResults)).results;
  }

  /** As bytes: a link could not prove whose it is. */
  async document(id: string, name: 'signed-form' | 'vo2-form'): Promise<Blob> {
    const response = await this.#call('GET', `/${id}/${name}`, documentTimeoutMs);
    try {
      return await response.blob();
    } catch {
      throw new Failure('offline');
    }
  }

  async #read<T>(
    method: string,
    path: string,
    fits: (body: Json | null) => body is Json & T,
    body?: object,
  ): Promise<T> {
    const response = await this.#call(method, path, method === 'GET' ? readTimeoutMs : changeTimeoutMs, body);
    const read = await jsonOf(response);
    if (!fits(read)) throw new Failure('unavailable');
    return read;
  }

  async #call(method: string, path: string, timeoutMs: number, body?: object): Promise<Response> {
    const response = await this.#session.call({
      method,
      url: `${this.#session.server}/appointments${path}`,
      headers: body ? { 'content-type': 'application/json' } : {},
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }
}
