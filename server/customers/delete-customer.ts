/** Deletes the rows of a customer. */
import { type Kysely, sql } from 'kysely';
import type { ReadKind } from '../contract/upstream-webhooks.ts';
import { encryptedTables } from '../store/encrypted-columns.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Tables } from '../store/tables.ts';
import { rowsOf, valuesOf } from './customer-records.ts';
import { type CustomerTable, customerTables, kinds, type RecordKind } from './customer-tables.ts';

/** How many records of each kind were deleted. */
export type Removed = Partial<Record<RecordKind, number>>;

/** The kinds of reads that events of the service request. */
const readKinds = ['appointment', 'consent_evidence', 'physician_evidence'] as const satisfies ReadKind[];

/** The rows of these tables are found by the customer's id. */
const byCustomer = [
  'physician_orders',
  'handoffs',
  'handoff_purchases',
  'writes',
  'event_bookings',
  'events',
  'support_notes',
] as const satisfies CustomerTable[];

/**
 * Deletes all rows of a customer, in the caller's transaction. Owners come first: a transaction that changes an owner
 * and adds rows for it waits for the deletion of the owner, then finds none and is rolled back.
 */
export async function deleteCustomer(trx: Kysely<Tables>, customerId: string): Promise<Removed> {
  const journeys = await trx
    .deleteFrom('journeys')
    .where('customer_id', '=', customerId)
    .returning('id')
    .execute();
  const appointments = await trx
    .deleteFrom('appointments')
    .where('customer_id', '=', customerId)
    .returning('appointment_id')
    .execute();
  const evidence = await trx
    .deleteFrom('evidence')
    .where('customer_id', '=', customerId)
    .returning('upstream_id')
    .execute();
  const removed: Removed = {
    journeys: journeys.length,
    appointments: appointments.length,
    evidence: evidence.length,
  };
  for (const table of byCustomer)
    removed[kinds[table]] = await count(
      sql`delete from ${sql.table(table)} where customer_id = ${customerId}`,
    );
  const parts = await trx
    .deleteFrom('document_parts')
    .where('customer_id', '=', customerId)
    .returning('place')
    .execute();
  removed.documents = parts.filter(({ place }) => place === 0).length;
  const ids = journeys.map(({ id }) => id);
  removed.drafts = await count(sql`delete from drafts where journey_id in (${listOf(ids)})`);
  const refs = [
    ...appointments.map(({ appointment_id }) => appointment_id),
    ...evidence.flatMap(({ upstream_id }) => upstream_id ?? []),
  ];
  removed.service_events =
    (await count(sql`delete from webhook_events where customer_id = ${customerId}`)) +
    (await deleteServiceEvents(trx, refs));
  return removed;

  async function count(statement: ReturnType<typeof sql>): Promise<number> {
    return Number((await statement.execute(trx)).numAffectedRows ?? 0n);
  }
}

/**
 * Deletes the events of the service about appointments and documents, and the reads that they requested.
 * @param refs the service's ids
 * @returns how many events there were
 */
export async function deleteServiceEvents(trx: Kysely<Tables>, refs: readonly string[]): Promise<number> {
  const subjects = refs.flatMap((ref) => readKinds.map((kind) => `${kind}:${ref}`));
  await sql`delete from webhook_reads where subject in (${listOf(subjects)})`.execute(trx);
  const deleted = await sql`delete from webhook_events where ref in (${listOf(refs)})`.execute(trx);
  return Number(deleted.numAffectedRows ?? 0n);
}

/** An empty list is no SQL: null matches nothing. */
const listOf = (values: readonly string[]) =>
  values.length === 0 ? sql`null` : sql.join(values.map((value) => sql.val(value)));

/**
 * Deletes the rows of a customer that no data key decrypts: a process wrote them under a deleted key, or they come from
 * a backup.
 */
export async function deleteUnreadable(
  db: Kysely<Tables>,
  encryption: Encryption,
  customerId: string,
): Promise<Removed> {
  const removed: Removed = {};
  for (const table of customerTables) {
    const { key } = encryptedTables[table];
    for (const row of await rowsOf(db, table, customerId)) {
      if ((await valuesOf(db, encryption, { table, row, customerId })) !== null) continue;
      const place = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      );
      await sql`delete from ${sql.table(table)} where ${place}`.execute(db);
      removed[kinds[table]] = (removed[kinds[table]] ?? 0) + 1;
    }
  }
  // A page may have stored a draft of a journey that was deleted meanwhile.
  await sql`delete from drafts where not exists (
    select 1 from journeys where journeys.id = drafts.journey_id)`.execute(db);
  return removed;
}

/** The sum of two counts. */
export function sumOf(one: Removed, other: Removed): Removed {
  const sum: Removed = { ...one };
  for (const [kind, count] of Object.entries(other) as [RecordKind, number][])
    sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
