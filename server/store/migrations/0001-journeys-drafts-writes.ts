/** Journeys, their drafts, and the journal of writes. */
import { type Kysely, sql } from 'kysely';

/** Creates the tables. */
export async function journeysDraftsWrites(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('journeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create unique index journeys_current on journeys (customer_id) where state in ('open', 'finished')`.execute(
    db,
  );

  await db.schema
    .createTable('drafts')
    .addColumn('journey_id', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('drafts_pk', ['journey_id', 'step'])
    .execute();

  await db.schema
    .createTable('writes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('key_reused', 'integer', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('body_sha256', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create unique index writes_live_key on writes (idempotency_key) where state <> 'settled'`.execute(
    db,
  );
  await db.schema.createIndex('writes_owner').on('writes').column('owner_id').execute();
  await sql`create index writes_due on writes (due_at) where state = 'due'`.execute(db);
}
