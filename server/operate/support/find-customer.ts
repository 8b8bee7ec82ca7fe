/** Finds the customer and the booking that a reference leads to. */
import { sql } from 'kysely';
import { appointmentColumns } from '../../booking/appointments/stored-appointment.ts';
import { nullIf } from '../../core/errors.ts';
import type { FailedRequestRow } from '../../core/store/access-log-tables.ts';
import { type Encryption, Unreadable } from '../../core/store/encryption.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { writeColumns } from '../../upstream/writes/write-columns.ts';

/** How a reference led to its customer. */
export interface FoundCustomer {
  customerId: string;
  /** The kind of thing that the reference names. */
  by: 'user' | 'record' | 'order' | 'response' | 'request';
  /** The id of its journey, appointment, handoff or purchase; null if it names the user. */
  bookingId: string | null;
  /** The write that it names; null if it names none. */
  writeId: string | null;
  /** The failed request that it names. @default none */
  failure?: FailedRequestRow;
}

/** A failed request of a user of whom nothing is stored. */
export interface FailureOnly {
  customerId: null;
  by: 'request';
  failure: FailedRequestRow;
}

/** How far back the responses of the service are searched: each has to be decrypted. */
const searchedDays = 90;
/** How far back the order numbers of appointments are searched. They last longer than the content of a write. */
const searchedAppointmentDays = 365;
const pageSize = 500;
const dayMs = 24 * 60 * 60_000;

/** A document's own owner is the booking. */
const bookingOfWrite = sql`coalesce(
  (select evidence.owner_id from evidence where evidence.id = writes.owner_id), writes.owner_id)`;

/**
 * Finds the customer of a reference from a user's screen, an id of the log, or the partner's own id of the user. Case,
 * spaces and hyphens of a reference do not count. The partner's own id must be exact.
 * @returns null if nothing has this reference
 */
export async function findCustomer(
  deps: { store: Store; encryption: Encryption; keys: ServerKeys; now: () => number },
  reference: string,
): Promise<FoundCustomer | FailureOnly | null> {
  const { store, keys } = deps;
  return (
    (await findById(store, reference)) ??
    (await findByFailure(store, keys, reference)) ??
    (await findByShortNumber(store, reference)) ??
    (await findByResponse(deps, reference)) ??
    (await findByOrderNumber(deps, reference))
  );
}

async function findByFailure(
  store: Store,
  keys: ServerKeys,
  reference: string,
): Promise<FoundCustomer | FailureOnly | null> {
  const failure = await findFailure(store, spellingsOf(reference));
  if (!failure) return null;
  const { record_id: recordId, user_key: userKey } = failure;
  const record = recordId === null ? null : await findById(store, recordId);
  if (record) return { ...record, by: 'request', failure };
  const customerId = await findByPseudonym(store, keys, userKey);
  if (customerId === null) return { customerId, by: 'request', failure };
  return { customerId, by: 'request', bookingId: null, writeId: null, failure };
}

/** A reference as people read it out: only its letters and digits, in upper case. */
const plain = (reference: string) => reference.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase();

/** The spellings of an id that a person may mean: as typed, in either case, and as a UUID. */
function spellingsOf(reference: string): string[] {
  const typed = reference.replaceAll(/\s/g, '');
  const uuid = /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})$/.exec(plain(reference).toLowerCase());
  return [
    reference,
    typed,
    typed.toLowerCase(),
    typed.toUpperCase(),
    ...(uuid ? [uuid.slice(1).join('-')] : []),
  ];
}

/**
 * Finds an appointment by the short number of its booking (contract/booking-reference.ts).
 * @returns null also if two bookings have this number
 */
async function findByShortNumber({ db }: Store, reference: string): Promise<FoundCustomer | null> {
  const short = plain(reference);
  if (short.length !== 8) return null;
  const { rows } = await sql<FoundCustomer>`
    select customer_id as "customerId", 'record' as "by", appointment_id as "bookingId", null as "writeId"
      from appointments
      where substr(upper(replace(replace(appointment_id, '-', ''), '_', '')), 1, 8) = ${short}
    limit 2`.execute(db);
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

async function findById({ db }: Store, reference: string): Promise<FoundCustomer | null> {
  const ids = sql`(${sql.join(spellingsOf(reference))})`;
  const { rows } = await sql<FoundCustomer>`
    select customer_id as "customerId", 'record' as "by", id as "bookingId", null as "writeId"
      from journeys where id in ${ids}
    union all select customer_id, 'record', appointment_id, null from appointments where appointment_id in ${ids}
    union all select customer_id, 'order', appointment_id, null from appointments where order_id in ${ids}
    union all select customer_id, 'record', id, null from handoffs where id in ${ids}
    union all select customer_id, 'order', id, null from handoffs where order_id in ${ids}
    union all select customer_id, 'record', id, null from handoff_purchases where id in ${ids}
    union all select customer_id, 'order', id, null from handoff_purchases where reference in ${ids}
    union all select customer_id, 'record', ${bookingOfWrite}, id from writes
      where id in ${ids} and customer_id <> ''
    union all select customer_id, 'record', booking_id, null from events where event_id in ${ids}
    union all select customer_id, 'user', null, null from customer_keys
      where customer_id = ${reference} and customer_id <> ''
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Searches the order numbers that appointments keep: each has to be decrypted. */
async function findByOrderNumber(
  { store: { db }, encryption, now }: { store: Store; encryption: Encryption; now: () => number },
  reference: string,
): Promise<FoundCustomer | null> {
  const { details: column } = appointmentColumns(encryption);
  const wanted = plain(reference);
  if (wanted === '') return null;
  const since = now() - searchedAppointmentDays * dayMs;
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('appointments')
      .select(['appointment_id', 'customer_id', 'details'])
      .where('appointment_id', '>', last)
      .where('created_at', '>=', since)
      .orderBy('appointment_id')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      const details = await column.decrypt(db, row, row.details).catch(nullIf(Unreadable));
      if (plain(details?.orderRef ?? '') === wanted)
        return { customerId: row.customer_id, by: 'order', bookingId: row.appointment_id, writeId: null };
    }
    if (rows.length < pageSize) return null;
    last = rows.at(-1)?.appointment_id ?? last;
  }
}

/**
 * Searches the stored responses of the service, the newest first: the reference of a refusal, or the number of an order
 * that has no appointment yet.
 */
async function findByResponse(
  { store: { db }, encryption, now }: { store: Store; encryption: Encryption; now: () => number },
  reference: string,
): Promise<FoundCustomer | null> {
  const { outcome } = writeColumns(encryption);
  const wanted = plain(reference);
  if (wanted === '') return null;
  const since = now() - searchedDays * dayMs;
  for (let offset = 0; ; offset += pageSize) {
    const rows = await db
      .selectFrom('writes')
      .select(['id', 'customer_id', 'outcome', bookingOfWrite.as('bookingId')])
      .where('created_at', '>=', since)
      .where('outcome', 'is not', null)
      .where('customer_id', '<>', '')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset(offset)
      .execute();
    for (const row of rows) {
      const read = await outcome.decrypt(db, row, row.outcome ?? '').catch(nullIf(Unreadable));
      if (!read || !row.customer_id) continue;
      const found = { customerId: row.customer_id, bookingId: `${row.bookingId}`, writeId: null };
      if (!read.ok && plain(read.error.requestId ?? '') === wanted) return { ...found, by: 'response' };
      if (read.ok && plain(orderRefIn(read.data)) === wanted) return { ...found, by: 'order' };
    }
    if (rows.length < pageSize) return null;
  }
}

const orderRefIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'order_ref' in data ? `${data.order_ref}` : '';

/** Finds a failed request by its own id or the service's. @returns null if nothing failed under one of these ids */
async function findFailure({ db }: Store, ids: readonly string[]): Promise<FailedRequestRow | null> {
  const row = await db
    .selectFrom('failed_requests')
    .selectAll()
    .where((or) => or.or([or('request_id', 'in', ids), or('upstream_request_id', 'in', ids)]))
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const keysAtOnce = 1_000;

/**
 * Finds the user behind a pseudonym among the customers with a data key.
 * @returns the partner's own id; null if the user has none: nothing is stored of this user
 */
async function findByPseudonym(
  store: Store,
  { pseudonymOf }: Pick<ServerKeys, 'pseudonymOf'>,
  pseudonym: string,
): Promise<string | null> {
  const keys = store.separateKeys ?? store.db;
  let last = '';
  for (;;) {
    const { rows } = await sql<{ customer_id: string }>`
      select customer_id from customer_keys where customer_id > ${last}
      order by customer_id limit ${sql.lit(keysAtOnce)}`.execute(keys);
    const found = rows.find(({ customer_id }) => pseudonymOf(customer_id) === pseudonym);
    if (found) return found.customer_id;
    if (rows.length < keysAtOnce) return null;
    last = rows.at(-1)?.customer_id ?? last;
  }
}
