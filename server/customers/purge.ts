/** Erases again, after a backup of the data was restored, the customers whose data keys are gone. */
import { type Kysely, sql } from 'kysely';
import type { Encryption } from '../store/encryption.ts';
import type { Tables } from '../store/tables.ts';
import { customerTables } from './customer-tables.ts';
import { deleteUnreadable, type Removed, sumOf } from './delete-customer.ts';

/** The customers of a database, and those of them without a data key. */
export interface KnownCustomers {
  all: string[];
  withoutKey: string[];
}

/** Lists the customers who have rows. */
export async function listCustomers(db: Kysely<Tables>, encryption: Encryption): Promise<KnownCustomers> {
  const tables = customerTables.filter((table) => table !== 'drafts');
  const parts = tables.map(
    (table) => sql`select customer_id from ${sql.table(table)} where customer_id is not null`,
  );
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from (${sql.join(parts, sql` union `)}) as known order by customer_id`.execute(db);
  const all = rows.map(({ customer_id }) => customer_id).filter((id) => id !== '');
  const withoutKey: string[] = [];
  for (const id of all) if ((await encryption.customerKeys.forReading(db, id)) === null) withoutKey.push(id);
  return { all, withoutKey };
}

/**
 * Deletes every row that no data key decrypts: of customers whose keys are gone, and the earlier rows of customers who
 * came back after their erasure.
 */
export async function purge(
  db: Kysely<Tables>,
  encryption: Encryption,
  customers: readonly string[],
): Promise<Removed> {
  let removed: Removed = {};
  for (const id of customers) removed = sumOf(removed, await deleteUnreadable(db, encryption, id));
  return removed;
}
