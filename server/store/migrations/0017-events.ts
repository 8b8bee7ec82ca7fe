/** What the server has seen of each booking, and the events that it sends to the partner's backend. */
import { type Kysely, sql } from 'kysely';

/** Adds the tables `event_bookings` and `events`. */
export async function events(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('event_bookings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('appointment_id', 'text', (column) => column.unique())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('receiver', 'text', (column) => column.notNull())
    .addColumn('booking_id', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('events_updated').on('events').column('updated_at').execute();
  await sql`create index events_due on events (receiver, due_at) where state = 'due'`.execute(db);
  await sql`create index events_earlier on events (booking_id, receiver, sequence) where state = 'due'`.execute(
    db,
  );
  await sql`create index events_waiting on events (state) where state <> 'delivered'`.execute(db);
}
