/** POST /v1/orders: creates an externally paid order of one test, and its appointment (Prescreen and order; ORD-01..ORD-20, GAP-46, GAP-51..GAP-53). */
import type { Product } from '../../contract/upstream-api/offerings.ts';
import { type Order, order, orderRequest } from '../../contract/upstream-api/orders.ts';
import { contentHash, stableId } from '../catalog/stable-values.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import { nextId, nextNumber } from '../engine/ids.ts';
import type { Key } from '../engine/keys.ts';
import { defineRoute } from '../engine/route.ts';
import { checkValues, ifBlank } from '../engine/strict-values.ts';
import { emitCreated } from '../events/appointment-events.ts';
import type { Offered } from '../offerings.ts';
import {
  type AppointmentRecord,
  type OrderRecord,
  type PrescreenRecord,
  type State,
  templateVersion,
} from '../state.ts';
import { bookingError, checkBooking, modesOf } from './booking.ts';
import { customerProfile } from './customer-profile.ts';
import { productFor } from './discovery.ts';

/** The route that creates an order. */
export const orderRoute = defineRoute({
  method: 'POST',
  path: '/v1/orders',
  summary: 'Create an order',
  responses: { 200: order, 201: order },
  scope: 'write:orders',
  idempotencyKey: 'required',
  replayStatus: 200,
  body: orderRequest.extend({ customer: customerProfile }),
  bodyError: bookingError,
  handler({ key, body, now }, state) {
    checkValues(state, { external_payment_reference: ifBlank(body.external_payment_reference) });
    const prescreen =
      body.order_id === undefined ? undefined : findPrescreen(state, key.prefix, body.order_id);
    const modes = prescreen?.modes ?? modesOf(key);
    const { booking, offered } = checkBooking(state, key, modes, body, now);
    checkPrescreen(state, productFor(state, key, offered.offering), prescreen, booking);
    const order_id = prescreen?.order_id ?? nextId(state.counters, 'order');
    const order: OrderRecord = { order_id, owner: key.prefix, booking, modes };
    const appointment = placeOrder(state, order, offered, now);
    return { status: 201, data: present(state, key, order, appointment, offered) };
  },
});

/** Stores an order and its appointment, and emits the event. */
export function placeOrder(state: State, order: OrderRecord, offered: Offered, now: Date): AppointmentRecord {
  const appointment = appointmentOf(state, order, offered, now);
  state.orders.set(order.order_id, order);
  state.appointments.set(appointment.appointment_id, appointment);
  emitCreated(state, appointment, now);
  return appointment;
}

function findPrescreen(state: State, owner: string, orderId: string): PrescreenRecord {
  const prescreen = state.prescreens.get(orderId);
  if (prescreen?.owner !== owner) throw new ApiError(404, 'No such prescreened order.');
  return prescreen;
}

function checkPrescreen(
  state: State,
  { is_prescreening_required }: Product,
  prescreen: PrescreenRecord | undefined,
  booking: OrderRecord['booking'],
): void {
  if (prescreen === undefined) {
    if (is_prescreening_required)
      throw codedError(409, 'SANDBOX_STEP_OUT_OF_ORDER', 'This test needs its prescreen first.');
    return;
  }
  if (contentHash(prescreen.booking) !== contentHash(booking))
    throw codedError(409, 'SANDBOX_PRESCREEN_MISMATCH', 'The order differs from its prescreen.');
  if (state.orders.has(prescreen.order_id))
    throw codedError(409, 'SANDBOX_ALREADY_ORDERED', 'This prescreen was ordered already.');
}

function appointmentOf(
  state: State,
  order: OrderRecord,
  { offering }: Offered,
  now: Date,
): AppointmentRecord {
  return {
    appointment_id: nextId(state.counters, 'appointment'),
    order_id: order.order_id,
    owner: order.owner,
    test_type: offering.test_type,
    status: 'pending_scheduling',
    results_status: 'waiting_results',
    questionnaire_version: templateVersion(state, 'questionnaire', offering.test_type),
    submission: null,
    answers: {},
    requested: null,
    schedule_requests: 0,
    requested_at: null,
    confirmed_at: null,
    scheduled_for: null,
    original_scheduled_for: null,
    form_available: false,
    physician_submission: { status: 'not_submitted', submitted_at: null },
    cancellation_reason_code: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** The order spells the two statuses differently from appointment reads (ORD-13). */
function present(
  state: State,
  key: Key,
  { order_id, booking }: OrderRecord,
  { appointment_id, test_type }: AppointmentRecord,
  { offering }: Offered,
): Order {
  const product = productFor(state, key, offering);
  return {
    order_id,
    order_ref: `ORD-${String(nextNumber(state.counters, 'order ref')).padStart(6, '0')}`,
    appointments: [
      { appointment_id, appointment_status: 'Created', results_status: 'WaitingResults', test_type },
    ],
    appointments_created: 1,
    customer: {
      email: booking.customer.email ?? '',
      user_id: stableId('user', booking.customer_identity_id),
    },
    integrator_id: stableId('integrator', key.prefix),
    integrator_total: product.integrator_price,
    retail_total: product.retail_price,
    pricing_rule_type: null,
    pricing_rule_value: null,
    quest_codes: [],
    source: 'api_partner',
  };
}
