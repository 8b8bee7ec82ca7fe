/** POST /v1/orders/{orderId}/schedule-handoff, for co-branded keys only (Hosted scheduling handoff; HND-01, HND-07..HND-18, LIM-12..LIM-14, GAP-27, GAP-94..GAP-96). */
import {
  type HandoffResponse,
  handoffRequest,
  handoffResponse,
} from '../../contract/upstream-api/handoff.ts';
import { ageYears } from '../age-years.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { secondsAfter } from '../engine/clock.ts';
import { nextId } from '../engine/ids.ts';
import type { Key } from '../engine/keys.ts';
import { defineRoute } from '../engine/route.ts';
import { hostedPath } from '../hosted/hosted-pages.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { appointmentTransitions } from '../states/appointment-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { isSecureUrl } from './secure-url.ts';

const lifeSeconds = 24 * 60 * 60;
const ages = { from: 16, to: 100 };

/** The route that creates a handoff. */
export const handoffRoute = defineRoute({
  method: 'POST',
  path: '/v1/orders/:orderId/schedule-handoff',
  summary: 'Hand an order to the hosted scheduling page',
  responses: { 201: handoffResponse },
  flow: 'co_branded',
  idempotencyKey: 'optional',
  body: handoffRequest,
  handler({ key, params, body, now, origin }, state) {
    const appointment = findOrderAppointment(state, key.prefix, params.orderId);
    const age = ageYears(body.customer_data.date_of_birth, now);
    if (age < ages.from || age > ages.to)
      throw invalidField('customer_data.date_of_birth', `must be an age from ${ages.from} to ${ages.to}`);
    checkAddress(key, 'return_url', body.return_url);
    checkAddress(key, 'member_profile_url', body.member_profile_url);
    const times = [body.selected_appointment_date, ...body.alternate_availabilities];
    if (new Set(times).size < times.length)
      throw invalidField('alternate_availabilities', 'must differ from each other and from the primary time');
    if (statusAfter(appointmentTransitions, 'schedule', appointment.status) === null)
      throw codedError(409, 'SANDBOX_ALREADY_REQUESTED', `The appointment is ${appointment.status}.`);

    // The page checks whether the times are free, because the member can choose others there.
    const handoff_id = nextId(state.counters, 'handoff');
    const token = nextId(state.counters, 'handoff address');
    const expires_at = secondsAfter(now, lifeSeconds).toISOString();
    state.handoffs.set(token, { owner: key.prefix, order_id: params.orderId, request: body, expires_at });
    const data: HandoffResponse = {
      handoff_id,
      url: origin + hostedPath(token),
      expires_at,
      presentation_mode: body.presentation_mode ?? 'hosted_page',
    };
    return { status: 201, data };
  },
});

function findOrderAppointment(state: State, owner: string, orderId: string): AppointmentRecord {
  const appointment = [...state.appointments.values()].find(({ order_id }) => order_id === orderId);
  if (appointment?.owner !== owner) throw new ApiError(404, 'No such order.');
  return appointment;
}

/** The URL must be secure and its host allowed to this key (HND-15, EMB-04, EMB-05). */
function checkAddress({ allowed_hosts }: Key, field: string, address: string | undefined): void {
  if (address === undefined) return;
  const url = new URL(address);
  if (!isSecureUrl(url)) throw invalidField(field, 'must be an HTTPS address');
  if (url.username !== '' || url.password !== '') throw invalidField(field, 'must not carry credentials');
  if (!allowed_hosts.includes(url.hostname) && !allowed_hosts.includes(url.host))
    throw invalidField(field, 'is on a host that is not allowed to this key');
}

function invalidField(field: string, message: string): ApiError {
  return new ApiError(400, `The request is not valid: ${field}: ${message}`, [`${field}: ${message}`]);
}
