/** What the server needs of the responses that lead to an order, in either flow (IDN-02, PRE-21, ORD-12). */
import { z } from 'zod';
import { identity as namedIdentity } from '../../contract/upstream-api/identity.ts';
import { order as namedOrder } from '../../contract/upstream-api/orders.ts';
import { prescreenSubmission } from '../../contract/upstream-api/prescreen.ts';
import type { Appointment } from '../appointments/responses.ts';
import {
  anyId,
  listOrNone,
  orNull,
  type ReadOf,
  reader,
  testTypeName,
  textOrNumber,
} from '../response-reader.ts';

const text = orNull(z.string());

/** The response to a saved identity, and to a read of it. */
export const identity = reader({
  needed: z.looseObject({ customer_identity_id: anyId }),
  named: namedIdentity,
});

/** The response to a prescreen: the order is placed under its id. */
export const prescreened = reader({ needed: z.looseObject({ order_id: anyId }), named: prescreenSubmission });

/** The appointments of an order. The service's list has those that the response lacks. */
export const orderedAppointments = listOrNone(
  z.looseObject({
    appointment_id: anyId,
    appointment_status: text,
    results_status: text,
    test_type: orNull(testTypeName),
  }),
  { id: 'appointment_id' },
);

/** The response to an order: later requests name the order. */
export const order = reader({
  needed: z.looseObject({
    order_id: anyId,
    order_ref: orNull(textOrNumber),
    appointments: orderedAppointments,
  }),
  named: namedOrder,
});
/** An order as the server reads it. */
export type Order = ReadOf<typeof order>;

type OrderedAppointment = Order['appointments'][number];
/** The appointments of an order that has one. */
export type OrderedAppointments = [OrderedAppointment, ...OrderedAppointment[]];

/** An appointment of the list, as the response to its order would have it. */
export const asOrdered = ({
  appointment_id,
  status,
  results_status,
  test_type,
}: Appointment): OrderedAppointment => ({
  appointment_id,
  appointment_status: status,
  results_status,
  test_type,
});
