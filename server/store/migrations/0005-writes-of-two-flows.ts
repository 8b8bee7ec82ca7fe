/** Adds the flow whose key sends a write; before, there was one flow. */
import type { Kysely } from 'kysely';

/** Adds the column. */
export async function writesOfTwoFlows(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('writes')
    .addColumn('flow', 'text', (column) => column.notNull().defaultTo('full_api'))
    .execute();
}
