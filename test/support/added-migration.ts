/** A migration as the next release may have it: it adds a table, a column and an index. */
import type { Migration } from '../../server/core/store/migrate.ts';

/** The migration. It comes after all of this version. */
export const added: Migration = [
  '9999-added',
  async (db) => {
    await db.schema
      .createTable('added')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute();
    await db.schema
      .alterTable('journeys')
      .addColumn('added', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('journeys_added').on('journeys').column('added').execute();
  },
];
