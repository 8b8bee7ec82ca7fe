/** Appointment reads and the list (Appointments; APT-01..APT-20, GAP-53, GAP-56, GAP-76). */
import { z } from 'zod';
import {
  type Appointment,
  type AppointmentList,
  appointment,
  appointmentList,
  appointmentsQuery,
} from '../../contract/upstream-api/appointments.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { ApiError } from '../engine/api-error.ts';
import { defineRoute } from '../engine/route.ts';
import { findOffering, type Offered } from '../offerings.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { formFields, physicianFields } from './physician-fields.ts';
import { pageQuery } from './query-values.ts';

const listQuery = appointmentsQuery.extend({
  test_type: testType.optional(),
  updated_after: z.iso.datetime({ offset: true }).optional(),
  limit: pageQuery.limit,
});

/** The routes that read appointments. */
export const appointmentRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/appointments',
    summary: 'List appointments',
    responses: { 200: appointmentList },
    query: listQuery,
    handler({ key, query }, state) {
      const start = query.cursor === undefined ? '' : positionOf(query.cursor);
      const matching = [...state.appointments.values()]
        .filter((appointment) => appointment.owner === key.prefix && fits(state, appointment, query))
        .sort((a, b) => (position(a) < position(b) ? -1 : 1))
        .filter((appointment) => position(appointment) > start);
      const items = matching.slice(0, query.limit);
      const last = items.at(-1);
      const has_more = matching.length > items.length;
      const data: AppointmentList = {
        items: items.map((appointment) => present(state, appointment)),
        page_info: {
          has_more,
          limit: query.limit,
          next_cursor: has_more && last !== undefined ? cursorOf(position(last)) : null,
        },
      };
      return { status: 200, data };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/appointments/:appointmentId',
    summary: 'Read an appointment',
    responses: { 200: appointment },
    handler: ({ key, params }, state) => ({
      status: 200,
      data: present(state, findAppointment(state, key.prefix, params.appointmentId)),
    }),
  }),
];

/**
 * Finds an appointment of a partner.
 * @param owner the prefix of the partner's key
 * @throws ApiError 404 if the partner has no such appointment
 */
export function findAppointment(state: State, owner: string, id: string): AppointmentRecord {
  const appointment = state.appointments.get(id);
  if (appointment?.owner !== owner) throw new ApiError(404, 'No such appointment.');
  return appointment;
}

/** Finds the offering that the appointment's order booked. @throws ApiError 404 if the order has none */
export function offeredOf(state: State, appointment: AppointmentRecord): Offered {
  const booking = state.orders.get(appointment.order_id)?.booking;
  return findOffering(booking?.catalog_id ?? '', booking?.offering_id ?? '');
}

/** Makes the appointment as `/v1` shows it. */
export function present(state: State, appointment: AppointmentRecord): Appointment {
  const {
    address_line_1,
    address_line_2,
    city,
    state: region,
    postal_code,
    timezone,
  } = offeredOf(state, appointment).location;
  return {
    appointment_id: appointment.appointment_id,
    order_id: appointment.order_id,
    status: shownStatus(state, appointment),
    results_status: appointment.results_status,
    test_type: appointment.test_type,
    scheduled_for: appointment.scheduled_for,
    original_scheduled_for: appointment.original_scheduled_for,
    requested_at: appointment.requested_at,
    confirmed_at: appointment.confirmed_at,
    created_at: appointment.created_at,
    updated_at: appointment.updated_at,
    location: { address_line_1, address_line_2, city, state: region, postal_code, timezone },
    ...formFields(appointment),
    ...physicianFields(state, appointment),
    cancellation_reason_code: appointment.cancellation_reason_code,
  };
}

/**
 * Reads the status as `/v1` shows it: the specification's second name for two statuses if the settings ask for it
 * (APT-15, GAP-55).
 */
export function shownStatus({ settings }: State, appointment: AppointmentRecord): string {
  const { status, scheduled_for, original_scheduled_for } = appointment;
  const aliases = settings.appointment_status_aliases;
  if (status === 'pending_confirmation' && aliases.includes('requested')) return 'requested';
  const moved = status === 'confirmed' && scheduled_for !== original_scheduled_for;
  return moved && aliases.includes('rescheduled') ? 'rescheduled' : status;
}

function fits(state: State, appointment: AppointmentRecord, query: z.infer<typeof listQuery>): boolean {
  const { email, updated_after, order_id, appointment_id, status, results_status, test_type } = query;
  const equal = { order_id, appointment_id, status, results_status, test_type };
  const booking = state.orders.get(appointment.order_id)?.booking;
  return (
    Object.entries(equal).every(
      ([name, value]) => value === undefined || Reflect.get(appointment, name) === value,
    ) &&
    (email === undefined || booking?.customer.email?.toLowerCase() === email.toLowerCase()) &&
    (updated_after === undefined || Date.parse(appointment.updated_at) >= Date.parse(updated_after))
  );
}

/** Sort key of the list: the last change, then the id. */
function position({ updated_at, appointment_id }: AppointmentRecord): string {
  return `${updated_at} ${appointment_id}`;
}

function cursorOf(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function positionOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{4}-\S+Z \S{36}$/.test(text)) throw new ApiError(400, 'The cursor is not one of this list.');
  return text;
}
