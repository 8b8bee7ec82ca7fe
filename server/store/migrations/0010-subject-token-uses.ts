/** The key under which each subject token was exchanged, until the token ends. */
import type { Kysely } from 'kysely';

/** Creates the table. */
export async function subjectTokenUses(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('subject_token_uses')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('jkt', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('subject_token_uses_expires')
    .on('subject_token_uses')
    .column('expires_at')
    .execute();
}
