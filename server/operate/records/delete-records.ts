/** Deletes the records of a customer, or of one booking, as the modules describe them. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { encryptedTables } from '../../core/store/encrypted-columns.ts';
import type { RecordKind } from '../../core/store/record-kind.ts';
import type { Tables } from '../../core/store/tables.ts';
import {
  addNames,
  decryptColumn,
  isIn,
  keyOf,
  ofCustomer,
  type RecordsDeps,
  type Row,
} from './customer-records.ts';

/** How many records of each kind were deleted. */
export type Removed = Record<string, number>;

/** Deletes all records of a customer, in the caller's transaction. */
export const deleteCustomer = (
  trx: Kysely<Tables>,
  kinds: readonly RecordKind[],
  customerId: string,
): Promise<Removed> =>
  deleteRecords(trx, kinds, new Set(), (kind, owners) => ofCustomer(kind, customerId, owners));

/**
 * Deletes a booking of a customer with everything that belongs to it, in the caller's transaction.
 * @param names of its owners: ids of journeys, appointments and so on
 */
export const deleteBooking = (
  trx: Kysely<Tables>,
  kinds: readonly RecordKind[],
  customerId: string,
  names: readonly string[],
): Promise<Removed> =>
  deleteRecords(trx, kinds, new Set(names), (kind, owners) => {
    const { foundBy = 'column', booking, names: ownNames = [], owners: columns = [] } = kind;
    const conditions = (booking ? ownNames : columns).map((column) => isIn(column, owners));
    if (conditions.length === 0) return null;
    const belongs = sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
    return foundBy === 'column' ? sql`customer_id = ${customerId} and ${belongs}` : belongs;
  });

/** @param owners the names by which records are found; grows with the deleted ones */
async function deleteRecords(
  trx: Kysely<Tables>,
  kinds: readonly RecordKind[],
  owners: Set<string>,
  conditionOf: (kind: RecordKind, owners: ReadonlySet<string>) => RawBuilder<SqlBool> | null,
): Promise<Removed> {
  const removed: Removed = {};
  for (const kind of kinds) {
    const where = conditionOf(kind, owners);
    if (!where) continue;
    const columns = [...new Set([...keyOf(kind), ...(kind.names ?? [])])];
    const { rows } = await sql<Row>`
      delete from ${sql.table(kind.table)} where ${where}
      returning ${sql.join(columns.map((name) => sql.ref(name)))}`.execute(trx);
    addNames(owners, kind, rows);
    removed[kind.kind] = countOf(kind, rows);
    await kind.alsoDelete?.(trx, [...owners]);
  }
  return removed;
}

/** A record may have several rows. */
const countOf = (kind: RecordKind, rows: readonly Row[]): number =>
  new Set(rows.map((row) => JSON.stringify(keyOf(kind).map((name) => row[name])))).size;

/**
 * Deletes the rows of a customer that no data key decrypts: a process wrote them under a deleted key, or they come from
 * a backup. A row that does not fit its schema stays.
 */
export async function deleteUnreadable(
  deps: Pick<RecordsDeps, 'db' | 'encryption' | 'kinds'>,
  customerId: string,
): Promise<Removed> {
  const { db, kinds } = deps;
  const removed: Removed = {};
  const owners = new Set<string>();
  for (const kind of kinds) {
    const { key, columns } = encryptedTables[kind.table];
    const where = ofCustomer(kind, customerId, owners);
    const { rows } = await sql<Row>`select * from ${sql.table(kind.table)} where ${where}`.execute(db);
    addNames(owners, kind, rows);
    const unreadable: Row[] = [];
    for (const row of rows) {
      const stored = columns.filter((column) => row[column] != null);
      const decrypted = await Promise.all(
        stored.map((column) => decryptColumn(deps, { kind, column, row, customerId })),
      );
      if (!decrypted.includes(null)) continue;
      const place = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      );
      await sql`delete from ${sql.table(kind.table)} where ${place}`.execute(db);
      unreadable.push(row);
    }
    if (unreadable.length > 0) removed[kind.kind] = countOf(kind, unreadable);
  }
  for (const kind of kinds) await kind.deleteOrphans?.(db);
  return removed;
}

/** Whether the customer has a record that a request of their own created. */
export async function hasBooking(
  db: Kysely<Tables>,
  kinds: readonly RecordKind[],
  customerId: string,
): Promise<boolean> {
  for (const { table } of kinds.filter(({ booking }) => booking)) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where customer_id = ${customerId} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** The sum of two counts. */
export function sumOf(one: Removed, other: Removed): Removed {
  const sum: Removed = { ...one };
  for (const [kind, count] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}
