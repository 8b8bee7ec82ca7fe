/** Partner evidence until the service has it, and the encrypted bytes of its documents. */
import type { Kysely } from 'kysely';

/** Creates the tables. */
export async function evidenceAndDocuments(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('evidence')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'text', (column) => column.notNull())
    .addColumn('upstream_id', 'text')
    .addColumn('phase', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('evidence_due').on('evidence').columns(['phase', 'due_at']).execute();
  await db.schema.createIndex('evidence_owner').on('evidence').column('owner_id').execute();
  await db.schema.createIndex('evidence_upstream').on('evidence').column('upstream_id').execute();

  await db.schema
    .createTable('document_parts')
    .addColumn('document_id', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    // SQLite accepts any type name, and bytes in any column.
    .addColumn('body', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_parts_pk', ['document_id', 'place'])
    .execute();
}
