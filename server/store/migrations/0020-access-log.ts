/** The access log: who touched which health data. */
import type { Kysely } from 'kysely';

/** Adds the tables `access_log` and `access_log_chains`. */
export async function accessLog(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('access_log')
    .addColumn('chain', 'text', (column) => column.notNull())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('record_kind', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('request_id', 'text')
    .addColumn('mac', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('access_log_key', ['chain', 'seq'])
    .execute();
  for (const column of ['actor', 'subject', 'record_id'])
    await db.schema.createIndex(`access_log_by_${column}`).on('access_log').columns([column, 'at']).execute();
  await db.schema
    .createTable('access_log_chains')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('mac', 'text', (column) => column.notNull())
    .addColumn('last_seq', 'bigint', (column) => column.notNull())
    .addColumn('last_mac', 'text', (column) => column.notNull())
    .addColumn('head_mac', 'text', (column) => column.notNull())
    .addColumn('purged_seq', 'bigint', (column) => column.notNull())
    .addColumn('purged_mac', 'text', (column) => column.notNull())
    .addColumn('purge_mac', 'text', (column) => column.notNull())
    .addColumn('delivered_seq', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('fence', 'integer', (column) => column.notNull())
    .execute();
}
