/** The context of a structured order and its hash (Structured physician-order bundle; PHY-03, PHY-34). */
import { contentHash } from '../catalog/content-hash.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { offeredOf } from '../v1/appointments.ts';
import { physicianWork } from './physician-branch.ts';
import type { OrderContext } from './presentation.ts';

/**
 * Finds what a structured order of an appointment is for.
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
