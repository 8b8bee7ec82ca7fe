/** Erasures of customers, and how to find all rows of a customer. */
import { type Kysely, sql } from 'kysely';

/** The tables that need an index to find the rows of a customer. */
const tables = [
  'journeys',
  'writes',
  'evidence',
  'document_parts',
  'physician_orders',
  'handoffs',
  'event_bookings',
  'events',
  'webhook_events',
];

/** Adds the table `erasures`, the customer and the appointment of a received event, and the indexes by customer. */
export async function erasures(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject_key', 'text', (column) => column.notNull())
    .addColumn('customer_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('removed', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('erasures_subject').on('erasures').column('subject_key').execute();
  await sql`create index erasures_due on erasures (due_at) where state <> 'done'`.execute(db);
  for (const column of ['customer_id', 'ref'])
    await db.schema.alterTable('webhook_events').addColumn(column, 'text').execute();
  await db.schema.createIndex('webhook_events_ref').on('webhook_events').column('ref').execute();
  for (const table of tables)
    await sql`create index ${sql.ref(`${table}_of_customer`)} on ${sql.table(table)} (customer_id)`.execute(
      db,
    );
}
