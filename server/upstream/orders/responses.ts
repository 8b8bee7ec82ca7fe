/** What the server needs of the responses that lead to an order, in either flow (IDN-02, PRE-21, ORD-12). */
import { z } from 'zod';
import { identity as namedIdentity } from '../../contract/upstream-api/identity.ts';
import { order as namedOrder } from '../../contract/upstream-api/orders.ts';
import { prescreenSubmission } from '../../contract/upstream-api/prescreen.ts';
import { anyId, listOf, orNull, type ReadOf, reader, textOrNumber } from '../response-reader.ts';

const text = orNull(z.string());

/** The response to a saved identity, and to a read of it. */
export const identity = reader({
  needed: z.looseObject({ customer_identity_id: anyId }),
  named: namedIdentity,
});

/** The response to a prescreen: the order is placed under its id. */
export const prescreened = reader({ needed: z.looseObject({ order_id: anyId }), named: prescreenSubmission });

/** The appointments of an order. */
export const orderedAppointments = listOf(
  z.looseObject({
    appointment_id: anyId,
    appointment_status: text,
    results_status: text,
    test_type: text,
  }),
  { id: 'appointment_id' },
);

/** The response to an order: later requests name the order and its appointment. */
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
