/** The notes that operators attach to bookings. */
import type { Kysely } from 'kysely';

/** Adds the table `support_notes`. */
export async function supportNotes(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('support_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('booking_id', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  for (const column of ['customer_id', 'booking_id'])
    await db.schema.createIndex(`support_notes_${column}`).on('support_notes').column(column).execute();
}
