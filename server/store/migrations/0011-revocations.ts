/** Users whose widget tokens were ended, until the last of these tokens would have ended by itself. */
import type { Kysely } from 'kysely';

/** Creates the table. */
export async function revocations(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('revocations')
    .addColumn('user_key', 'text', (column) => column.primaryKey())
    .addColumn('revoked_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
