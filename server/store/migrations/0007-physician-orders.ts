/** Physicians' orders, one per appointment, with their due times. */
import type { Kysely } from 'kysely';

/** Creates the table. */
export async function physicianOrders(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('physician_orders')
    .addColumn('appointment_id', 'text', (column) => column.primaryKey())
    .addColumn('phase', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('physician_orders_due')
    .on('physician_orders')
    .columns(['phase', 'due_at'])
    .execute();
}
