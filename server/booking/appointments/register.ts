/** Inserts appointments: either flow does it, in the transaction that completes the order. */
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../../contract/appointments-api.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { AppointmentRow, Tables } from '../../core/store/tables.ts';
import { appointmentColumns, type Details, type StoredVisit } from './stored-appointment.ts';

/** An appointment that an order made, before its first read. */
export interface NewAppointment extends Details {
  appointmentId: string;
  /** The partner's own id of its user, whose token gives access. */
  customerId: string;
  orderId: string;
  /** The flow whose API key reads and changes it. */
  flow: AppointmentRow['flow'];
}

/** Inserts an appointment; an existing one stays unchanged. @param atMs milliseconds since the epoch */
export async function registerAppointment(
  trx: Kysely<Tables>,
  encryption: Encryption,
  known: NewAppointment,
  atMs: number,
): Promise<void> {
  const { appointmentId, customerId, orderId, flow, ...details } = known;
  const place = { appointment_id: appointmentId, customer_id: customerId };
  const row = {
    ...place,
    order_id: orderId,
    flow,
    details: await appointmentColumns(encryption).details.encrypt(trx, place, details),
    body: null,
    read_at: 0,
    updated_at: 0,
    requested: null,
    change: null,
    visit: null,
    revision: 0,
    order_due_at: null,
    created_at: atMs,
  };
  await trx
    .insertInto('appointments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the requested times and what the customer takes along, in the transaction that completes the request. */
export async function keepRequest(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { appointmentId, customerId }: { appointmentId: string; customerId: string },
  { times, visit }: { times: AskedTimes; visit: StoredVisit },
): Promise<void> {
  const place = { appointment_id: appointmentId, customer_id: customerId };
  const columns = appointmentColumns(encryption);
  await trx
    .updateTable('appointments')
    .set({
      requested: await columns.requested.encrypt(trx, place, times),
      visit: await columns.visit.encrypt(trx, place, visit),
      read_at: 0,
    })
    .where('appointment_id', '=', appointmentId)
    .execute();
}
