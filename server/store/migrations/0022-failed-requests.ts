/** The references of failed requests. */
import type { Kysely } from 'kysely';

/** Adds the table `failed_requests`. */
export async function failedRequests(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('failed_requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('upstream_request_id', 'text')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('user_key', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text')
    .execute();
  for (const column of ['upstream_request_id', 'user_key'])
    await db.schema.createIndex(`failed_requests_${column}`).on('failed_requests').column(column).execute();
}
