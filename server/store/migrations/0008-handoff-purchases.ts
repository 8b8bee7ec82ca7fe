/** Orders that the server creates for a handoff: one for each purchase of the partner. */
import type { Kysely } from 'kysely';

/** Creates the table. */
export async function handoffPurchases(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('handoff_purchases')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('handoff_purchases_reference', ['customer_id', 'reference'])
    .execute();
}
