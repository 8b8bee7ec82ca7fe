/** Inserts appointments: either flow does it, in the transaction that completes the order. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { AskedTimes } from '../../contract/appointments-api.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { AppointmentRow, Tables } from '../../core/store/tables.ts';
import { neededAppointment, type scheduled } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf } from '../../upstream/appointments/status-words.ts';
import { orderDueAt } from './order-due.ts';
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

/**
 * Inserts an appointment. An existing one of the customer keeps all but its details: those of one that was adopted after a
 * restore lack what only the booking knows, such as the place.
 * @param known without a `catalogId`, an existing appointment keeps its details too
 * @param atMs milliseconds since the epoch
 */
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
    .onConflict((conflict) =>
      known.catalogId === null
        ? conflict.doNothing()
        : conflict
            .column('appointment_id')
            .doUpdateSet((row) => ({ details: row.ref('excluded.details') }))
            .whereRef('appointments.customer_id', '=', 'excluded.customer_id'),
    )
    .execute();
}

/** A request for times that the service has. */
interface Requested {
  times: AskedTimes;
  visit: StoredVisit;
  /** The response to the request. */
  answer: z.infer<typeof scheduled.needed>;
}

/**
 * Stores the requested times, what the customer takes along, and what the response says, in the transaction that
 * completes the request. A read that began before it is older then.
 * @param atMs milliseconds since the epoch
 */
export async function keepRequest(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { appointmentId, customerId }: { appointmentId: string; customerId: string },
  { times, visit, answer }: Requested,
  atMs: number,
): Promise<void> {
  const place = { appointment_id: appointmentId, customer_id: customerId };
  const columns = appointmentColumns(encryption);
  // It locks the row, so that no read is stored before the second update.
  const row = await trx
    .updateTable('appointments')
    .set({
      requested: await columns.requested.encrypt(trx, place, times),
      visit: await columns.visit.encrypt(trx, place, visit),
    })
    .where('appointment_id', '=', appointmentId)
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  const last = row.body === null ? null : await columns.body.decrypt(trx, row, row.body);
  // The response may repeat the one to an earlier attempt, and a read has said more since.
  if (last && appointmentStatusOf(last.status) !== 'unscheduled') return;
  // A success means that the location has the request, whatever an unknown word or one from before the request says.
  const word = answer.status ?? '';
  const isTold = !['unscheduled', 'unknown'].includes(appointmentStatusOf(word));
  const { physicianMode } = await columns.details.decrypt(trx, row, row.details);
  const body = neededAppointment.parse({
    ...(last ?? { appointment_id: appointmentId }),
    ...{ status: isTold ? word : 'pending_confirmation', requested_at: answer.requested_at },
    physician_order_submission_deadline_at: answer.physician_order_submission_deadline_at,
    // The response does not say when the service changed the appointment.
    updated_at: null,
  });
  await trx
    .updateTable('appointments')
    .set({
      body: await columns.body.encrypt(trx, place, body),
      order_due_at: orderDueAt({ flow: row.flow, physicianMode }, body),
      read_at: atMs,
    })
    .where('appointment_id', '=', appointmentId)
    .execute();
}
