/** Erases again, after a backup of the data was restored, the customers whose data keys are gone. */
import { sql } from 'kysely';
import type { RecordsDeps } from './customer-records.ts';
import { deleteUnreadable, type Removed, sumOf } from './delete-records.ts';

type PurgeDeps = Pick<RecordsDeps, 'db' | 'encryption' | 'kinds'>;

/** The customers of a database, and those of them without a data key. */
export interface KnownCustomers {
  all: string[];
  withoutKey: string[];
}

/** Lists the customers who have rows. */
export async function listCustomers({ db, encryption, kinds }: PurgeDeps): Promise<KnownCustomers> {
  const parts = kinds
    .filter(({ foundBy }) => foundBy !== 'owners')
    .map(({ table }) => sql`select customer_id from ${sql.table(table)} where customer_id is not null`);
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
export async function purge(deps: PurgeDeps, customers: readonly string[]): Promise<Removed> {
  let removed: Removed = {};
  for (const id of customers) removed = sumOf(removed, await deleteUnreadable(deps, id));
  return removed;
}
