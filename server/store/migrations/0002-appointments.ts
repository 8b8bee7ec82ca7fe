/** The customers' appointments, whichever flow made them. */
import type { Kysely } from 'kysely';

/** Creates the table. */
export async function appointments(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('appointments')
    .addColumn('appointment_id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('flow', 'text', (column) => column.notNull())
    .addColumn('test_type', 'text', (column) => column.notNull())
    .addColumn('catalog_id', 'text')
    .addColumn('offering_id', 'text')
    .addColumn('physician_mode', 'text')
    .addColumn('body', 'text')
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('requested', 'text')
    .addColumn('change', 'text')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('appointments_customer')
    .on('appointments')
    .columns(['customer_id', 'created_at'])
    .execute();
}
