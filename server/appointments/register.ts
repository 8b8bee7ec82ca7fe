/** Makes an appointment known: called by whichever flow learns of one, in the transaction that settles its order. */
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../contract/appointments-api.ts';
import type { Encryption } from '../store/encryption.ts';
import type { AppointmentRow, Tables } from '../store/tables.ts';

export interface NewAppointment {
  appointmentId: string;
  /** The partner's own id of its user: whose token opens it. */
  customerId: string;
  orderId: string;
  /** Which key reads and changes it. */
  flow: AppointmentRow['flow'];
  testType: string;
  /** The bookable pair; null where the flow does not know it. */
  catalogId: string | null;
  offeringId: string | null;
  physicianMode: string | null;
}

/** Whoever registered an appointment first keeps it. */
export async function registerAppointment(
  trx: Kysely<Tables>,
  known: NewAppointment,
  atMs: number,
): Promise<void> {
  await trx
    .insertInto('appointments')
    .values({
      appointment_id: known.appointmentId,
      customer_id: known.customerId,
      order_id: known.orderId,
      flow: known.flow,
      test_type: known.testType,
      catalog_id: known.catalogId,
      offering_id: known.offeringId,
      physician_mode: known.physicianMode,
      body: null,
      read_at: 0,
      updated_at: 0,
      requested: null,
      change: null,
      revision: 0,
      created_at: atMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps the times that were asked for, in the transaction that completes the request. */
export async function keepAskedTimes(
  trx: Kysely<Tables>,
  encryption: Encryption,
  appointmentId: string,
  times: AskedTimes,
): Promise<void> {
  await trx
    .updateTable('appointments')
    .set({ requested: encryption.encrypt(times), read_at: 0 })
    .where('appointment_id', '=', appointmentId)
    .execute();
}
