/** Inserts appointments: either flow does it, in the transaction that completes the order. */
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../contract/appointments-api.ts';
import type { Encryption } from '../store/encryption.ts';
import { createInsert } from '../store/insert.ts';
import type { AppointmentRow, Tables } from '../store/tables.ts';
import { type Details, detailsColumn, noClearDetails, timesColumn } from './stored-appointment.ts';

const insertAppointment = createInsert('appointments', 'nothing');

/** An appointment that an order made, before its first read. */
export interface NewAppointment {
  appointmentId: string;
  /** The partner's own id of its user, whose token gives access. */
  customerId: string;
  orderId: string;
  /** The flow whose API key reads and changes it. */
  flow: AppointmentRow['flow'];
  testType: string;
  /** The bookable pair; null if the flow does not know it. */
  catalogId: string | null;
  offeringId: string | null;
  /** Who orders the test, an open set; null if the flow does not know it. */
  physicianMode: string | null;
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
    ...(await columnsOf(trx, encryption, place, details)),
    body: null,
    read_at: 0,
    updated_at: 0,
    requested: null,
    change: null,
    revision: 0,
    created_at: atMs,
  };
  await insertAppointment(trx, [row]);
}

/** In clear while servers of earlier versions may run, which read them so. */
async function columnsOf(
  trx: Kysely<Tables>,
  encryption: Encryption,
  place: { appointment_id: string; customer_id: string },
  details: Details,
): Promise<Pick<AppointmentRow, 'details' | 'test_type' | 'catalog_id' | 'offering_id' | 'physician_mode'>> {
  if (await encryption.writesBound(trx))
    return { ...noClearDetails, details: await detailsColumn(encryption).encrypt(trx, place, details) };
  const { testType, catalogId, offeringId, physicianMode } = details;
  return {
    details: null,
    test_type: testType,
    catalog_id: catalogId,
    offering_id: offeringId,
    physician_mode: physicianMode,
  };
}

/** Stores the requested times, in the transaction that completes the request. */
export async function keepAskedTimes(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { appointmentId, customerId }: { appointmentId: string; customerId: string },
  times: AskedTimes,
): Promise<void> {
  const place = { appointment_id: appointmentId, customer_id: customerId };
  await trx
    .updateTable('appointments')
    .set({ requested: await timesColumn(encryption).encrypt(trx, place, times), read_at: 0 })
    .where('appointment_id', '=', appointmentId)
    .execute();
}
