/** GET /sandbox/appointments: the appointments of all keys, newest first, with their allowed transitions, for the operator page. */
import { testNameOf } from '../catalog/test-facts.ts';
import { nowOf } from '../engine/clock.ts';
import { freeDates } from '../offerings.ts';
import type { AppointmentRecord, State } from '../state.ts';
import { appointmentTransitions } from '../states/appointment-states.ts';
import { statusAfter } from '../states/transition-table.ts';
import { offeredOf, present } from '../v1/appointments.ts';
import type { ControlRoute } from './control-route.ts';
import { controlTransitions } from './transition.ts';

const daysToMoveTo = 10;

/** The route of the list of appointments. */
export const appointmentRoute: ControlRoute = {
  method: 'GET',
  path: '/sandbox/appointments',
  label: 'List the appointments',
  handler: (_request, state) => ({
    appointments: [...state.appointments.values()].reverse().map((each) => listed(state, each)),
  }),
};

/** An appointment as the control plane lists it. */
export type ListedAppointment = ReturnType<typeof listed>;

/** The appointment as `/v1` shows it, with its key, customer, requested times and the values of `to` that its state allows. */
function listed(state: State, appointment: AppointmentRecord) {
  const { customer } = state.orders.get(appointment.order_id)?.booking ?? {};
  const transitions = controlTransitions.filter(
    (transition) => statusAfter(appointmentTransitions, transition, appointment.status) !== null,
  );
  return {
    ...present(state, appointment),
    test_name: testNameOf(appointment.test_type),
    api_key_prefix: appointment.owner,
    customer_name: [customer?.first_name, customer?.last_name].filter(Boolean).join(' '),
    requested: appointment.requested,
    transitions,
    /** Times for `rescheduled`: the first free time of each of the next days. */
    times_to_move_to: transitions.includes('rescheduled') ? timesToMoveTo(state, appointment) : [],
  };
}

function timesToMoveTo(state: State, appointment: AppointmentRecord): string[] {
  return freeDates(state, offeredOf(state, appointment), nowOf(state.clock))
    .slice(0, daysToMoveTo)
    .flatMap(({ available_times: [first] }) => (first === undefined ? [] : [first.available_time]));
}
