/** Checks the physician-order mode of an appointment (Physician-order branches; CFG-15, CFG-17, GAP-04). */
import type { PhysicianMode } from '../../contract/upstream-api/configuration.ts';
import { contentHash, stableId } from '../catalog/stable-values.ts';
import { ApiError, codedError } from '../engine/api-error.ts';
import type { AppointmentRecord, OrderRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';
import { requireBranch } from '../v1/require-branch.ts';
import type { OrderContext } from './presentation.ts';

/**
 * Returns the order of an appointment, for a request that needs one mode of physician orders.
 * @param mode the mode that the order must have
 * @throws ApiError 404 if the order is missing; 409 if it has another mode, or the appointment is not scheduled yet
 */
export function physicianWork(
  state: State,
  appointment: AppointmentRecord,
  mode: PhysicianMode,
): OrderRecord {
  const order = state.orders.get(appointment.order_id);
  if (order === undefined) throw new ApiError(404, 'No such order.');
  requireBranch(order.modes.physician_order_mode === mode);
  if (appointment.status === 'pending_scheduling')
    throw codedError(409, 'SANDBOX_STEP_OUT_OF_ORDER', 'The physician order comes after scheduling.');
  return order;
}

/** Makes the id of the physician-order request; each appointment has one. */
export function physicianRequestId({ appointment_id }: AppointmentRecord): string {
  return stableId('physician order request', appointment_id);
}

/**
 * Finds what a structured order of an appointment is for (Structured physician-order bundle; PHY-03, PHY-34).
 * @throws ApiError 404 if the order is missing; 409 if it has another mode, or its appointment is not scheduled yet
 */
export function orderContext(state: State, appointment: AppointmentRecord): OrderContext {
  const order = physicianWork(state, appointment, 'structured_api');
  return { order, appointment, offered: offeredOf(state, appointment) };
}

/**
 * Hashes what a structured order covers: appointment, test, booking, location and answers of the screening. After a
 * change, a bundle that was read before creates no session. A session keeps its hash.
 * @returns SHA-256 in hexadecimal
 */
export function contextHash({ order, appointment, offered }: OrderContext): string {
  return contentHash({
    appointment_id: appointment.appointment_id,
    test_type: appointment.test_type,
    booking: order.booking,
    location_id: offered.location.id,
    answers: appointment.answers,
  });
}
