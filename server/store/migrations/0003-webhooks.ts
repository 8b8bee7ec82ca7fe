/** Received events, the reads that follow from them, signing secrets, and the position in the service's list. */
import { type Kysely, sql } from 'kysely';

/** Creates the tables. */
export async function webhooks(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('webhook_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhook_events_received').on('webhook_events').column('received_at').execute();

  await db.schema
    .createTable('webhook_reads')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('asked', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .execute();
  await sql`create index webhook_reads_due on webhook_reads (due_at) where state = 'due'`.execute(db);

  await db.schema
    .createTable('webhook_secrets')
    .addColumn('write_id', 'text', (column) => column.primaryKey())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('webhook_sweeps')
    .addColumn('flow', 'text', (column) => column.primaryKey())
    .addColumn('seen_until', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .execute();
}
