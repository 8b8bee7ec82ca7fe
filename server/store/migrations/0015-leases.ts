/**
 * Gives every table of leased work the same columns (jobs/), and writes the kind of their owner. Older versions keep to
 * `due_at` where they do not know the lease columns: it moves with the lease.
 */
import { type Kysely, sql } from 'kysely';

/** Adds the columns and the table `periodic_jobs`, and inserts the rows of the sweeps and of the first job. */
export async function leases(db: Kysely<never>): Promise<void> {
  const addText = (table: string, column: string) =>
    db.schema.alterTable(table).addColumn(column, 'text').execute();
  const addNumber = (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, 'bigint', (added) => added.notNull().defaultTo(0))
      .execute();
  for (const table of ['evidence', 'physician_orders', 'webhook_reads', 'webhook_sweeps'])
    await addText(table, 'lease_owner');
  for (const table of ['evidence', 'physician_orders', 'webhook_sweeps'])
    await addNumber(table, 'lease_until');
  await addNumber('webhook_sweeps', 'attempts');
  await addText('writes', 'owner_kind');
  await db.schema
    .createTable('periodic_jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('fence', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .execute();
  for (const flow of ['full_api', 'co_branded'])
    await sql`insert into webhook_sweeps (flow, seen_until, due_at, fence) values (${flow}, 0, 0, 0)
      on conflict do nothing`.execute(db);
  await sql`insert into periodic_jobs (name, fence, attempts, due_at, lease_until)
    values ('orphaned_documents', 0, 0, 0, 0)`.execute(db);
}
