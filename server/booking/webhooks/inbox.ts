/**
 * The inbox: an event and the reads that follow from it are one commit, so that a crash leaves both or neither (Events:
 * Delivery; WHK-34, WHK-35, WHK-43, T80..T82). `event-reads.ts` does the reads.
 */
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { ofServer } from '../../core/store/customer-keys.ts';
import { createEncryptedColumn, type EncryptedColumn } from '../../core/store/encrypted-column.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { createBatcher } from './create-batcher.ts';
import { appointmentOf, type ReceivedEvent, subjectsOf } from './event.ts';
import { dropReads, inOrder, requestReads } from './request-reads.ts';

/** The most deliveries in one commit. */
const acceptedTogether = 64;

// Base64 of the request's body.
const storedDelivery = z.base64();

/** Describes stored events of the service, for erasure, retention, exports and support. */
export const serviceEventRecords = recordKind({
  table: 'webhook_events',
  kind: 'service_events',
  columns: { body: { schema: storedDelivery } },
  id: 'id',
  age: 'received_at',
  exported: ['id', 'ref', 'type', 'received_at'],
  owners: ['ref'],
  // An event may have come before the server knew its customer.
  foundBy: 'either',
  alsoDelete: (trx, owners) => dropReads(trx, owners),
  support: {
    list: 'service_events',
    summary: ({ row }) => ({
      id: row.id,
      type: row.type,
      ref: row.ref,
      received_at: isoTime(row.received_at),
    }),
  },
});

/** Stores received events. */
export interface Inbox {
  /**
   * Stores an event and the reads that follow. Resolves after the commit. @returns false if the event was accepted
   * before
   */
  accept(event: ReceivedEvent, body: Buffer): Promise<boolean>;
  /**
   * Encrypts events under the data key of their customer that came before the server knew it.
   * @param ref the service's id of an appointment or a document that is known now
   */
  adopt(ref: string): Promise<void>;
}

/**
 * Creates the inbox over the database.
 * @param deps.now milliseconds since the epoch
 */
export function createInbox(deps: {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  now: () => number;
}): Inbox {
  const { assumptions, store, encryption, now } = deps;
  const eventBody = createEncryptedColumn(encryption, {
    table: 'webhook_events',
    column: 'body',
    schema: storedDelivery,
  });

  function rowAndReads({ event, body }: { event: ReceivedEvent; body: Buffer }) {
    const subjects = subjectsOf(event, assumptions);
    const ref = appointmentOf(event) ?? subjects[0]?.ref ?? null;
    const { id, type } = event;
    return { event, subjects, row: { id, type, ref, body: body.toString('base64'), received_at: now() } };
  }

  const accept = createBatcher((deliveries: { event: ReceivedEvent; body: Buffer }[]) => {
    const items = deliveries.map(rowAndReads);
    return store.transaction((trx) => insertNew(trx, { eventBody, now }, items));
  }, acceptedTogether);

  return {
    accept: (event, body) => accept({ event, body }),

    adopt: (ref) => adopt({ store, eventBody }, ref),
  };
}

interface Delivered {
  event: ReceivedEvent;
  /** What the event asks to read. */
  subjects: ReturnType<typeof subjectsOf>;
  row: { id: string; type: string; ref: string | null; body: string; received_at: number };
}

/** Inserts the events that are new, and requests their reads. @returns for each item, whether it is new */
async function insertNew(
  trx: Kysely<Tables>,
  { eventBody, now }: { eventBody: EncryptedColumn<'webhook_events', string>; now: () => number },
  items: readonly Delivered[],
): Promise<boolean[]> {
  const customers = await customersOf(
    trx,
    items.flatMap(({ row }) => row.ref ?? []),
  );
  const rows = items.map(({ row }) => ({ ...row, customer_id: customers.get(row.ref ?? '') ?? null }));
  const encrypted = inOrder(rows, 'id').map(async (row) => ({
    ...row,
    // Under the customer's key, so that an erasure makes it unreadable in backups too.
    body: await eventBody.encrypt(trx, { id: row.id, customer_id: row.customer_id ?? ofServer }, row.body),
  }));
  const added = await trx
    .insertInto('webhook_events')
    .values(await Promise.all(encrypted))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const fresh = new Set(added.map(({ id }) => id));
  // If several deliveries of one batch have the same event, the first is the new one.
  const isNew = items.map(({ event }) => fresh.delete(event.id));
  await requestReads(
    trx,
    items.filter((_, at) => isNew[at]).flatMap(({ subjects }) => subjects),
    now(),
  );
  return isNew;
}

async function adopt(
  { store, eventBody }: { store: Store; eventBody: EncryptedColumn<'webhook_events', string> },
  ref: string,
): Promise<void> {
  const early = (db: Kysely<Tables>) =>
    db
      .selectFrom('webhook_events')
      .selectAll()
      .where('ref', '=', ref)
      .where('customer_id', 'is', null)
      .execute();
  if ((await early(store.db)).length === 0) return;
  await store.transaction(async (trx) => {
    const customerId = (await customersOf(trx, [ref])).get(ref);
    if (customerId === undefined) return;
    for (const row of await early(trx)) {
      const body = await eventBody.decrypt(trx, { id: row.id, customer_id: ofServer }, row.body);
      const place = { id: row.id, customer_id: customerId };
      await trx
        .updateTable('webhook_events')
        .set({ customer_id: customerId, body: await eventBody.encrypt(trx, place, body) })
        .where('id', '=', row.id)
        .execute();
    }
  });
}

/** Finds the customers of appointments and documents. Several transactions lock no row of each other here. */
async function customersOf(trx: Kysely<Tables>, refs: readonly string[]): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const { rows } = await sql<{ ref: string; customer_id: string }>`
    select appointment_id as ref, customer_id from appointments where appointment_id in (${sql.join(refs)})
    union all select upstream_id as ref, customer_id from evidence
      where upstream_id in (${sql.join(refs)})`.execute(trx);
  return new Map(rows.map(({ ref, customer_id }) => [ref, customer_id]));
}
