/**
 * Data keys of customers, the customer of each row that holds encrypted values, and the encrypted columns that replace
 * clear ones. A database that has been in use keeps the earlier format of its values until `store:reseal` converts it.
 */
import type { Kysely } from 'kysely';
import { writeFormat } from '../store-format.ts';
import type { StoreKeys } from '../store-keys.ts';
import type { Tables } from '../tables.ts';

/**
 * Creates the tables and the columns of data keys. An earlier database is marked for conversion.
 * @param isNew whether no earlier version has used this database
 * @throws Error if an earlier database is opened without the store keys
 */
export async function boundValues(
  db: Kysely<never>,
  _kind: 'sqlite' | 'postgres',
  { isNew, storeKeys }: { isNew: boolean; storeKeys: StoreKeys | null },
): Promise<void> {
  await db.schema
    .createTable('customer_keys')
    .addColumn('customer_id', 'text', (column) => column.primaryKey())
    .addColumn('wrapped_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('store_format')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .execute();
  for (const table of ['writes', 'evidence', 'physician_orders', 'document_parts'])
    await db.schema.alterTable(table).addColumn('customer_id', 'text').execute();
  await db.schema.alterTable('appointments').addColumn('details', 'text').execute();
  if (isNew) return;
  if (!storeKeys) throw new Error('a database of an earlier version is opened with the store keys');
  await writeFormat(db as unknown as Kysely<Tables>, storeKeys, 'unbound');
}
