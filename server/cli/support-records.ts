/** What the database has of one customer's bookings, for support: states, codes and ids, and no name, contact or answer. */
import { sql } from 'kysely';
import { createAppointments } from '../appointments/appointment-records.ts';
import { createEventLog, type ListedEvent } from '../events/event-log.ts';
import { writeColumns } from '../jobs/write-columns.ts';
import { createJourneys } from '../journey/journeys.ts';
import { type Encryption, Unreadable } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';

/** How a reference led to its customer. */
export interface Found {
  customerId: string;
  /** What the reference names. */
  by: 'user' | 'record' | 'order' | 'response';
}

/** The newest of each kind are listed. */
const listedAtMost = 50;
/** How far back the responses of the service are searched: each has to be decrypted. */
const searchedDays = 90;
const pageSize = 500;

/** Finds the customer of a reference from a user's screen, an id of the log, or the partner's own id of the user. */
export async function findCustomer(
  store: Store,
  encryption: Encryption,
  reference: string,
): Promise<Found | null> {
  return (await findById(store, reference)) ?? (await findByResponse(store, encryption, reference));
}

async function findById({ db }: Store, reference: string): Promise<Found | null> {
  const { rows } = await sql<Found>`
    select customer_id as "customerId", 'record' as "by" from journeys where id = ${reference}
    union all select customer_id, 'record' from appointments where appointment_id = ${reference}
    union all select customer_id, 'order' from appointments where order_id = ${reference}
    union all select customer_id, 'record' from handoffs where id = ${reference}
    union all select customer_id, 'order' from handoffs where order_id = ${reference}
    union all select customer_id, 'order' from handoff_purchases where reference = ${reference}
    union all select customer_id, 'record' from writes where id = ${reference} and customer_id is not null
    union all select customer_id, 'record' from events where event_id = ${reference}
    union all select customer_id, 'user' from customer_keys where customer_id = ${reference} and customer_id <> ''
    limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Searches the stored responses of the service, the newest first: their order number, or the reference of a refusal. */
async function findByResponse(
  { db }: Store,
  encryption: Encryption,
  reference: string,
): Promise<Found | null> {
  const { outcome } = writeColumns(encryption);
  const since = Date.now() - searchedDays * 24 * 60 * 60_000;
  for (let offset = 0; ; offset += pageSize) {
    const rows = await db
      .selectFrom('writes')
      .select(['id', 'customer_id', 'outcome'])
      .where('created_at', '>=', since)
      .where('outcome', 'is not', null)
      .where('customer_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset(offset)
      .execute();
    for (const row of rows) {
      const read = await readable(outcome.decrypt(db, row, row.outcome ?? ''));
      if (!read || !row.customer_id) continue;
      if (!read.ok && read.error.requestId === reference)
        return { customerId: row.customer_id, by: 'response' };
      if (read.ok && orderRefIn(read.data) === reference) return { customerId: row.customer_id, by: 'order' };
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

const time = (atMs: number) => new Date(atMs).toISOString();

/** Reads the records of a customer, the newest first. Values that cannot be decrypted are null. */
export async function readRecords(store: Store, encryption: Encryption, customerId: string) {
  return {
    journeys: await readJourneys(store, encryption, customerId),
    appointments: await readAppointments(store, encryption, customerId),
    handoffs: await readHandoffs(store, customerId),
    writes: await readWrites(store, encryption, customerId),
    documents: await readDocuments(store, customerId),
    events: await readEvents(store, encryption, customerId),
  };
}

async function readJourneys(store: Store, encryption: Encryption, customerId: string) {
  const journeys = createJourneys(store, encryption, Date.now);
  const rows = await store.db
    .selectFrom('journeys')
    .select(['id', 'created_at', 'updated_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(listedAtMost)
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const journey = await readable(journeys.load(row.id));
      return {
        id: row.id,
        state: journey?.state ?? null,
        step: journey?.step ?? null,
        notice: journey?.notice?.code ?? null,
        waits_for: journey?.pending?.kind ?? null,
        order_ref: journey?.order?.order_ref ?? null,
        appointment_id: journey?.order?.appointment_id ?? null,
        created_at: time(row.created_at),
        updated_at: time(row.updated_at),
      };
    }),
  );
}

async function readAppointments(store: Store, encryption: Encryption, customerId: string) {
  const owned = await readable(createAppointments(store, encryption, null).ofCustomer(customerId));
  return (owned ?? []).slice(0, listedAtMost).map((one) => ({
    id: one.appointmentId,
    order_id: one.orderId,
    flow: one.flow,
    status: one.body?.status ?? null,
    change: one.change && { kind: one.change.kind, state: one.change.state, reference: one.change.requestId },
    read_at: one.readAt === 0 ? null : time(one.readAt),
  }));
}

async function readHandoffs({ db }: Store, customerId: string) {
  const rows = await db
    .selectFrom('handoffs')
    .select(['id', 'order_id', 'is_current', 'updated_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(listedAtMost)
    .execute();
  return rows.map(({ id, order_id, is_current, updated_at }) => ({
    id,
    order_id,
    is_current: is_current === 1,
    updated_at: time(updated_at),
  }));
}

async function readWrites({ db }: Store, encryption: Encryption, customerId: string) {
  const { outcome } = writeColumns(encryption);
  const rows = await db
    .selectFrom('writes')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .limit(listedAtMost)
    .execute();
  return Promise.all(
    rows.map(async (row) => {
      const read = row.outcome === null ? null : await readable(outcome.decrypt(db, row, row.outcome));
      return {
        id: row.id,
        owner_id: row.owner_id,
        kind: row.kind,
        state: row.state,
        tries: row.attempts,
        status: read && (read.ok ? read.status : read.error.status),
        code: read?.ok === false ? read.error.code : null,
        reference: read?.ok === false ? read.error.requestId : null,
        created_at: time(row.created_at),
      };
    }),
  );
}

async function readDocuments({ db }: Store, customerId: string) {
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'owner_id', 'phase', 'attempts', 'updated_at'])
    .where('customer_id', '=', customerId)
    .orderBy('updated_at', 'desc')
    .limit(listedAtMost)
    .execute();
  return rows.map(({ updated_at, attempts, ...row }) => ({
    ...row,
    tries: attempts,
    updated_at: time(updated_at),
  }));
}

async function readEvents(store: Store, encryption: Encryption, customerId: string): Promise<ListedEvent[]> {
  const bookings = await store.db
    .selectFrom('event_bookings')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('updated_at', 'desc')
    .limit(listedAtMost)
    .execute();
  const log = createEventLog(store, encryption, Date.now);
  return (await Promise.all(bookings.map(({ id }) => log.list({ bookingId: id }, listedAtMost)))).flat();
}
