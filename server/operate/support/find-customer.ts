/** Finds the customer and the booking that a reference leads to. */
import { sql } from 'kysely';
import type { FailedRequestRow } from '../../core/store/access-log-tables.ts';
import { type Encryption, Unreadable } from '../../core/store/encryption.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { writeColumns } from '../../upstream/writes/write-columns.ts';
import { findByPseudonym, findFailure } from './find-failure.ts';

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
const pageSize = 500;

/** A document's own owner is the booking. */
const bookingOfWrite = sql`coalesce(
  (select evidence.owner_id from evidence where evidence.id = writes.owner_id), writes.owner_id)`;

/**
 * Finds the customer of a reference from a user's screen, an id of the log, or the partner's own id of the user.
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
    (await findByResponse(deps, reference))
  );
}

async function findByFailure(
  store: Store,
  keys: ServerKeys,
  reference: string,
): Promise<FoundCustomer | FailureOnly | null> {
  const failure = await findFailure(store, reference);
  if (!failure) return null;
  const { record_id: recordId, user_key: userKey } = failure;
  const record = recordId === null ? null : await findById(store, recordId);
  if (record) return { ...record, by: 'request', failure };
  const customerId = await findByPseudonym(store, keys, userKey);
  if (customerId === null) return { customerId, by: 'request', failure };
  return { customerId, by: 'request', bookingId: null, writeId: null, failure };
}

async function findById({ db }: Store, reference: string): Promise<FoundCustomer | null> {
  const { rows } = await sql<FoundCustomer>`
    select customer_id as "customerId", 'record' as "by", id as "bookingId", null as "writeId"
      from journeys where id = ${reference}
    union all select customer_id, 'record', appointment_id, null from appointments where appointment_id = ${reference}
    union all select customer_id, 'order', appointment_id, null from appointments where order_id = ${reference}
    union all select customer_id, 'record', id, null from handoffs where id = ${reference}
    union all select customer_id, 'order', id, null from handoffs where order_id = ${reference}
    union all select customer_id, 'order', id, null from handoff_purchases where reference = ${reference}
    union all select customer_id, 'record', ${bookingOfWrite}, id from writes
      where id = ${reference} and customer_id <> ''
    union all select customer_id, 'record', booking_id, null from events where event_id = ${reference}
    union all select customer_id, 'user', null, null from customer_keys
      where customer_id = ${reference} and customer_id <> ''
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Searches the stored responses of the service, the newest first: their order number, or the reference of a refusal. */
async function findByResponse(
  { store: { db }, encryption, now }: { store: Store; encryption: Encryption; now: () => number },
  reference: string,
): Promise<FoundCustomer | null> {
  const { outcome } = writeColumns(encryption);
  const since = now() - searchedDays * 24 * 60 * 60_000;
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
      const read = await readable(outcome.decrypt(db, row, row.outcome ?? ''));
      if (!read || !row.customer_id) continue;
      const found = { customerId: row.customer_id, bookingId: `${row.bookingId}`, writeId: null };
      if (!read.ok && read.error.requestId === reference) return { ...found, by: 'response' };
      if (read.ok && orderRefIn(read.data) === reference) return { ...found, by: 'order' };
    }
    if (rows.length < pageSize) return null;
  }
}

const orderRefIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'order_ref' in data ? data.order_ref : undefined;

/** The value; null if nobody can decrypt it, because its customer was erased. */
const readable = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof Unreadable) return null;
    throw error;
  });
