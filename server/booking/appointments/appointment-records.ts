/**
 * Appointments in the database: each belongs to one customer; its body is the upstream's last read, as received
 * (AUTH-14, VER-09).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { AskedTimes } from '../../contract/appointments-api.ts';
import { bookingReference } from '../../contract/booking-reference.ts';
import { Problem } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import { Conflict } from '../../core/store/conflict.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { AppointmentRow, Tables } from '../../core/store/tables.ts';
import { unlessUnreadable } from '../../core/store/unless-unreadable.ts';
import type { BookingEvents } from '../../partner/events/booking-events.ts';
import { type BookingFacts, factsOf } from '../../partner/events/booking-facts.ts';
import type { BookingIds } from '../../partner/events/stored-events.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf, hasResults } from '../../upstream/appointments/status-words.ts';
import { orderDueAt } from './order-due.ts';
import type { Change, Details, StoredVisit } from './stored-appointment.ts';
import { appointmentColumns } from './stored-appointment.ts';

/** An appointment with the customer it belongs to, decrypted. */
export interface OwnedAppointment extends Details {
  appointmentId: string;
  customerId: string;
  orderId: string;
  flow: AppointmentRow['flow'];
  /** What the customer confirmed for the visit, and the clinic's note; null before the request. */
  visit: StoredVisit | null;
  /** As the service last showed it; null before the first read. */
  body: Appointment | null;
  /**
   * When its last read began, or when the response to a change said its status, in milliseconds since the epoch; 0 before
   * the first read, and after a change that says none.
   */
  readAt: number;
  /** The time of the last change that the read contains, in milliseconds since the epoch; 0 if it contains none. */
  updatedAt: number;
  /** The times of the last request; null without one. */
  requested: AskedTimes | null;
  /** The last cancel or reschedule; null if there was none. */
  change: Change | null;
  revision: number;
}

/** The appointment as the response to a change shows it. */
interface Said {
  body: Appointment;
  /** When the response came, in milliseconds since the epoch. */
  atMs: number;
}

/** The appointments of all customers in the database. */
export interface Appointments {
  /**
   * Loads an appointment for its customer. An appointment of another customer counts as missing.
   * @throws Problem 404 `appointment_not_found`
   */
  own(customerId: string, appointmentId: string): Promise<OwnedAppointment>;
  /** The customer's appointments, newest first, and whether there are others that nobody can decrypt. */
  ofCustomer(customerId: string): Promise<{ known: OwnedAppointment[]; hasUnreadable: boolean }>;
  /** Loads an appointment for events and completed writes, which name no customer; null if it is missing. */
  find(appointmentId: string): Promise<OwnedAppointment | null>;
  /**
   * Appointments that wait for an order of the partner's clinicians, the most urgent first, without those that nobody
   * can decrypt.
   * @param skip how many to pass over
   */
  awaitingOrder(skip: number, limit: number): Promise<OwnedAppointment[]>;
  /**
   * Stores a read that began at `readAtMs`, unless a later state is stored already.
   * @param readAtMs milliseconds since the epoch
   * @param found the appointment as it was before the read. @default it is loaded
   * @returns the customer if the state is new; null if it is not, or if the appointment is missing
   */
  keep(
    appointmentId: string,
    body: Appointment,
    readAtMs: number,
    found?: OwnedAppointment,
  ): Promise<{ customerId: string } | null>;
  /**
   * Stores a change.
   * @param owned its revision is the one from which the change was computed
   * @param said what the response to the change says of the appointment, if it says anything. Reads are older until
   * `mayLagMs` later, unless they name a later change
   * @throws Conflict if another change came first
   */
  update(trx: Kysely<Tables>, owned: OwnedAppointment, change: Change, said?: Said): Promise<void>;
  /**
   * Takes an appointment from another customer, whose order has become this customer's, so that it can be registered anew.
   * @returns the former customer; null if it belongs to nobody else
   */
  take(trx: Kysely<Tables>, appointmentId: string, customerId: string): Promise<string | null>;
}

/**
 * Creates the stored appointments over the database.
 * @param events records what reads say of a booking; null without a receiver
 */
export function createAppointments(
  store: Store,
  encryption: Encryption,
  events: BookingEvents | null,
  log: Log,
): Appointments {
  const { db } = store;
  const columns = appointmentColumns(encryption);

  const opened = (row: AppointmentRow) => open(db, columns, row);
  async function openedAll(rows: readonly AppointmentRow[]): Promise<OwnedAppointment[]> {
    const all = await Promise.all(
      rows.map((row) =>
        unlessUnreadable(log, { kind: 'appointments', record_id: row.appointment_id }, () => opened(row)),
      ),
    );
    return all.filter((owned) => owned !== null);
  }
  const rowOf = (appointmentId: string) =>
    db.selectFrom('appointments').selectAll().where('appointment_id', '=', appointmentId).executeTakeFirst();

  async function find(appointmentId: string): Promise<OwnedAppointment | null> {
    const row = await rowOf(appointmentId);
    return row ? opened(row) : null;
  }

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
      const known = await openedAll(rows);
      return { known, hasUnreadable: known.length < rows.length };
    },
    find,
    async awaitingOrder(skip, limit) {
      const rows = await db
        .selectFrom('appointments')
        .selectAll()
        .where('order_due_at', 'is not', null)
        .orderBy('order_due_at')
        .orderBy('appointment_id')
        .limit(limit)
        .offset(skip)
        .execute();
      return openedAll(rows);
    },
    async keep(appointmentId, body, readAtMs, found) {
      let known = found ?? (await find(appointmentId));
      // Each conflict is a read or a change that was stored meanwhile.
      while (known) {
        const kept = await keep({ store, encryption, columns, events }, known, body, readAtMs);
        if (kept !== 'conflict') return kept === 'new' ? { customerId: known.customerId } : null;
        known = await find(appointmentId);
      }
      return null;
    },
    async update(trx, owned, change, said) {
      await update(columns, trx, owned, change, said);
      if (!said) return;
      const changed = changeOf(owned.body, owned.requested !== null, said.body);
      await events?.appointmentRead(trx, bookingOf(owned), changed);
    },
    async take(trx, appointmentId, customerId) {
      const former = await removeOfAnother(trx, appointmentId, customerId);
      if (former !== null) await events?.customerChanged(trx, appointmentId, customerId);
      return former;
    },
  };
}

/** Deletes an appointment that is not this customer's. @returns whose it was; null if there is none */
async function removeOfAnother(trx: Kysely<Tables>, appointmentId: string, customerId: string) {
  const removed = await trx
    .deleteFrom('appointments')
    .where('appointment_id', '=', appointmentId)
    .where('customer_id', '<>', customerId)
    .returning('customer_id')
    .executeTakeFirst();
  return removed?.customer_id ?? null;
}

type Columns = ReturnType<typeof appointmentColumns>;

/** Decrypts a row. @throws Unreadable if a value is not bound to the row */
async function open(db: Kysely<Tables>, columns: Columns, row: AppointmentRow): Promise<OwnedAppointment> {
  const { details, body, requested, change, visit } = columns;
  return {
    appointmentId: row.appointment_id,
    customerId: row.customer_id,
    orderId: row.order_id,
    flow: row.flow,
    ...(await details.decrypt(db, row, row.details)),
    body: row.body === null ? null : await body.decrypt(db, row, row.body),
    requested: row.requested === null ? null : await requested.decrypt(db, row, row.requested),
    change: row.change === null ? null : await change.decrypt(db, row, row.change),
    visit: row.visit === null ? null : await visit.decrypt(db, row, row.visit),
    readAt: row.read_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}

/**
 * How long, in milliseconds, the service's reads may lag behind its response to a change. In this time a read replaces
 * what the response said only if it names a later change.
 */
const mayLagMs = 2 * 60_000;

/**
 * Whether a read is older than what is stored. Reads can finish out of order: the service's own time decides, then the
 * later start of the read (T82).
 * @param known the stored appointment
 * @param readAtMs when the read began, in milliseconds since the epoch
 */
export function isOlder(
  { body: stored, readAt, updatedAt }: OwnedAppointment,
  body: Appointment,
  readAtMs: number,
): boolean {
  const isUnrequested = stored !== null && isBeforeRequest(stored, body);
  // Only the response to a request says when it was made.
  const requestedAt = isUnrequested ? Math.min(Date.parse(stored.requested_at ?? '') || 0, readAt) : 0;
  const knownAt = Math.max(updatedAt, requestedAt);
  const changedAt = changedAtMs(body, readAtMs) ?? knownAt;
  if (knownAt !== changedAt) return knownAt > changedAt;
  // Only a response names no time after reads that did. A service that never names one is read as before, except that it
  // may not show a request yet.
  const isResponse = stored?.updated_at == null && (updatedAt > 0 || isUnrequested);
  return readAt + (isResponse ? mayLagMs : 0) > readAtMs;
}

/** Whether a read may be one from before the request that the response has confirmed. */
const isBeforeRequest = (stored: Appointment, read: Appointment): boolean =>
  stored.updated_at === null &&
  appointmentStatusOf(stored.status) === 'requested' &&
  appointmentStatusOf(read.status) === 'unscheduled';

interface KeepDeps {
  store: Store;
  encryption: Encryption;
  columns: Columns;
  events: BookingEvents | null;
}

/**
 * When the service changed an appointment, in milliseconds since the epoch; null if it does not say. A time after the
 * read is of a wrong clock and counts as that of the read: it would outlast all that changes until then.
 */
export function changedAtMs({ updated_at }: Appointment, readAtMs: number): number | null {
  const ms = Date.parse(updated_at ?? '');
  return ms ? Math.min(ms, readAtMs) : null;
}

/**
 * Stores a read, with the events of what it says.
 * @param known the stored appointment
 * @returns `conflict` if another read or change was stored after `known` was loaded
 */
async function keep(
  { store, encryption, columns, events }: KeepDeps,
  known: OwnedAppointment,
  body: Appointment,
  readAtMs: number,
): Promise<'new' | 'unchanged' | 'conflict'> {
  const { appointmentId, customerId, readAt, updatedAt, revision } = known;
  if (isOlder(known, body, readAtMs)) return 'unchanged';
  const isDifferent = !isDeepStrictEqual(known.body, body);
  const write = async (trx: Kysely<Tables>): Promise<boolean> => {
    const place = { appointment_id: appointmentId, customer_id: customerId };
    const encrypted = await columns.body.encryptMore(trx, place, body);
    if (encrypted === null) return false;
    const { numUpdatedRows } = await trx
      .updateTable('appointments')
      .set({
        body: encrypted,
        order_due_at: orderDueAt(known, body),
        read_at: readAtMs,
        updated_at: changedAtMs(body, readAtMs) ?? updatedAt,
      })
      .where('appointment_id', '=', appointmentId)
      .where('read_at', '=', readAt)
      .where('updated_at', '=', updatedAt)
      .where('revision', '=', revision)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  const isStored =
    !events || !isDifferent
      ? await encryption.writeOnce(store, customerId, write)
      : await store.transaction(async (trx) => {
          if (!(await write(trx))) return false;
          const change = changeOf(known.body, known.requested !== null, body);
          await events.appointmentRead(trx, bookingOf(known), change);
          return true;
        });
  if (!isStored) return 'conflict';
  return isDifferent ? 'new' : 'unchanged';
}

async function update(
  columns: Columns,
  trx: Kysely<Tables>,
  owned: OwnedAppointment,
  change: Change,
  said: Said | undefined,
): Promise<void> {
  const { appointmentId, customerId, revision } = owned;
  const place = { appointment_id: appointmentId, customer_id: customerId };
  const requested = change.state === 'done' ? change.requested : null;
  const encrypted = await columns.change.encryptMore(trx, place, change);
  if (encrypted === null) throw new Conflict();
  const values = {
    change: encrypted,
    revision: revision + 1,
    // What the service knows now is not what was read before.
    read_at: said?.atMs ?? 0,
    ...(said && {
      body: await columns.body.encrypt(trx, place, said.body),
      order_due_at: orderDueAt(owned, said.body),
    }),
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

/**
 * The booking before and after a read of its appointment, for the events to the partner.
 * @param last the read before; null if there is none
 * @param isRequested whether times were requested
 */
const changeOf = (last: Appointment | null, isRequested: boolean, read: Appointment) => ({
  before: last ? factsIn(last) : factsOf(isRequested ? 'requested' : 'unscheduled'),
  after: factsIn(read),
});

function factsIn({ status, results_status, scheduled_for }: Appointment): BookingFacts {
  const state = appointmentStatusOf(status);
  const isReady = hasResults(status, results_status ?? '');
  const isAttended = state === 'confirmed' || state === 'results_in_progress';
  return {
    state: state === 'unread' ? 'unknown' : isReady && isAttended ? 'results_ready' : state,
    scheduledFor: scheduled_for,
    hasResults: isReady,
  };
}

/** The ids of an appointment's booking. The events module finds its journey by the appointment. */
const bookingOf = (owned: OwnedAppointment): BookingIds => ({
  customerId: owned.customerId,
  flow: owned.flow,
  journeyId: null,
  orderId: owned.orderId,
  appointmentId: owned.appointmentId,
  reference: bookingReference(owned),
});
