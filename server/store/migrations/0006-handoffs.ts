/** Handoffs of the co-branded flow; one per order is the current one. */
import { type Kysely, sql } from 'kysely';

/** Creates the table. */
export async function handoffs(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('handoffs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('is_current', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create unique index handoffs_current on handoffs (customer_id, order_id) where is_current = 1`.execute(
    db,
  );
}
