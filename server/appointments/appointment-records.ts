/**
 * Appointments in the database: each belongs to one customer; its body is the upstream's last read, as received
 * (AUTH-14, VER-09).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../contract/appointments-api.ts';
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import { Problem } from '../errors.ts';
import type { BookingEvents } from '../events/booking-events.ts';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { AppointmentRow, Tables } from '../store/tables.ts';
import { bookingOf, changeOf } from './booking-change.ts';
import type { Change } from './change.ts';
import { appointmentColumns } from './stored-appointment.ts';

/** An appointment with the customer it belongs to, decrypted. */
export interface OwnedAppointment {
  appointmentId: string;
  customerId: string;
  orderId: string;
  flow: AppointmentRow['flow'];
  testType: string;
  /** Both ids are null if the flow does not know the offering; no other time can then be offered. */
  catalogId: string | null;
  offeringId: string | null;
  /** Who orders the test, an open set; null if the flow does not know it. */
  physicianMode: string | null;
  /** As the service last showed it; null before the first read. */
  body: Appointment | null;
  /** When its last read began, in milliseconds since the epoch; 0 before the first read and after a change. */
  readAt: number;
  /** The times of the last request; null without one. */
  requested: AskedTimes | null;
  /** The last cancel or reschedule; null if there was none. */
  change: Change | null;
  revision: number;
}

/** The appointments of all customers in the database. */
export interface Appointments {
  /**
   * Loads an appointment for its customer. An appointment of another customer counts as missing.
   * @throws Problem 404 `appointment_not_found`
   */
  own(customerId: string, appointmentId: string): Promise<OwnedAppointment>;
  /** The customer's appointments, newest first. */
  ofCustomer(customerId: string): Promise<OwnedAppointment[]>;
  /** Loads an appointment for events and completed writes, which name no customer; null if it is missing. */
  find(appointmentId: string): Promise<OwnedAppointment | null>;
  /**
   * Stores a read that began at `readAtMs`, unless a later state is stored already.
   * @param readAtMs milliseconds since the epoch
   * @returns the customer if the state is new; null if it is not, or if the appointment is missing
   */
  keep(appointmentId: string, body: Appointment, readAtMs: number): Promise<{ customerId: string } | null>;
  /**
   * Stores a change.
   * @param owned its revision is the one from which the change was computed
   * @param body the appointment, if the response to the change contains its state
   * @throws Conflict if another change came first
   */
  update(trx: Kysely<Tables>, owned: OwnedAppointment, change: Change, body?: Appointment): Promise<void>;
}

/**
 * Creates the stored appointments over the database.
 * @param events records what reads say of a booking; null without a receiver
 */
export function createAppointments(
  store: Store,
  encryption: Encryption,
  events: BookingEvents | null,
): Appointments {
  const { db } = store;
  const columns = appointmentColumns(store, encryption);

  async function opened(row: AppointmentRow): Promise<OwnedAppointment> {
    const { details, ...values } = await columns.open(row);
    return {
      appointmentId: row.appointment_id,
      customerId: row.customer_id,
      orderId: row.order_id,
      flow: row.flow,
      testType: details.testType,
      catalogId: details.catalogId,
      offeringId: details.offeringId,
      physicianMode: details.physicianMode,
      ...values,
      readAt: row.read_at,
      revision: row.revision,
    };
  }

  const rowOf = (appointmentId: string) =>
    db.selectFrom('appointments').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst();

  return {
    async own(customerId, appointmentId) {
      const row = await rowOf(appointmentId);
      if (row?.customer_id !== customerId) throw new Problem('appointment_not_found');
      return opened(row);
    },
    async ofCustomer(customerId) {
      const rows = await db
        .selectFrom('appointments')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('created_at', 'desc')
        .orderBy('appointment_id')
        .execute();
      return Promise.all(rows.map(opened));
    },
    async find(appointmentId) {
      const row = await rowOf(appointmentId);
      return row ? opened(row) : null;
    },
    keep: (appointmentId, body, readAtMs) =>
      keep({ store, encryption, columns, rowOf, events }, appointmentId, body, readAtMs),
    async update(trx, owned, change, body) {
      await update(columns, trx, owned, change, body);
      if (!body) return;
      const changed = changeOf(owned.body, owned.requested !== null, body);
      await events?.appointmentRead(trx, bookingOf(owned), changed);
    },
  };
}

type Columns = ReturnType<typeof appointmentColumns>;

interface KeepDeps {
  store: Store;
  encryption: Encryption;
  columns: Columns;
  rowOf: (appointmentId: string) => Promise<AppointmentRow | undefined>;
  events: BookingEvents | null;
}

async function keep(
  deps: KeepDeps,
  appointmentId: string,
  body: Appointment,
  readAtMs: number,
): Promise<{ customerId: string } | null> {
  const { store, columns, rowOf } = deps;
  const row = await rowOf(appointmentId);
  if (!row) return null;
  const before = row.body === null ? null : await columns.body.decrypt(store.db, row, row.body);
  const isDifferent = !isDeepStrictEqual(before, body);
  const kept = await storeRead(deps, row, { before, body, readAtMs, isDifferent });
  return kept && isDifferent ? { customerId: row.customer_id } : null;
}

/** Stores a read, with the events of what it says. @returns false if a later state is stored already */
async function storeRead(
  { store, encryption, columns, events }: KeepDeps,
  row: AppointmentRow,
  read: { before: Appointment | null; body: Appointment; readAtMs: number; isDifferent: boolean },
): Promise<boolean> {
  const { before, body, readAtMs, isDifferent } = read;
  const changedAt = Date.parse(body.updated_at ?? '') || row.updated_at;
  const write = async (trx: Kysely<Tables>) => {
    const { numUpdatedRows } = await trx
      .updateTable('appointments')
      .set({ body: await columns.body.encrypt(trx, row, body), read_at: readAtMs, updated_at: changedAt })
      .where('appointment_id', '=', row.appointment_id)
      // Reads can finish out of order: the service's own time decides, then the later start of the read (T82).
      .where((row) =>
        row.or([
          row('updated_at', '<', changedAt),
          row.and([row('updated_at', '=', changedAt), row('read_at', '<=', readAtMs)]),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  if (!events || !isDifferent) return encryption.writeOnce(store, row.customer_id, write);
  return store.transaction(async (trx) => {
    const kept = await write(trx);
    if (!kept) return false;
    const { appointment_id: appointmentId, customer_id: customerId, order_id: orderId, flow } = row;
    const booking = bookingOf({ appointmentId, customerId, orderId, flow });
    await events.appointmentRead(trx, booking, changeOf(before, row.requested !== null, body));
    return true;
  });
}

async function update(
  columns: Columns,
  trx: Kysely<Tables>,
  { appointmentId, customerId, revision }: OwnedAppointment,
  change: Change,
  body: Appointment | undefined,
): Promise<void> {
  const place = { appointment_id: appointmentId, customer_id: customerId };
  const requested = change.state === 'done' ? change.requested : null;
  const values = {
    change: await columns.change.encrypt(trx, place, change),
    revision: revision + 1,
    // What the service knows now is not what was read before.
    read_at: 0,
    ...(body ? { body: await columns.body.encrypt(trx, place, body) } : {}),
    ...(requested ? { requested: await columns.requested.encrypt(trx, place, requested) } : {}),
  };
  const result = await trx
    .updateTable('appointments')
    .set(values)
    .where('appointment_id', '=', appointmentId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) throw new Conflict();
}
