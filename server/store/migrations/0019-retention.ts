/** The jobs that delete old records, and the indexes by which they find them. */
import { type Kysely, sql } from 'kysely';

/** Adds the jobs, how far each has come, and the indexes. */
export async function retention(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('periodic_jobs')
    .addColumn('seen_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of ['retention_unfinished', 'retention_bookings', 'retention_rest'])
    await sql`insert into periodic_jobs (name, fence, attempts, due_at, lease_until)
      values (${name}, 0, 0, 0, 0)`.execute(db);
  for (const table of ['journeys', 'handoffs', 'handoff_purchases'])
    await sql`create index ${sql.ref(`${table}_updated`)} on ${sql.table(table)} (updated_at)`.execute(db);
  for (const column of ['created_at', 'updated_at'])
    await sql`create index ${sql.ref(`appointments_${column}`)} on appointments (${sql.ref(column)})`.execute(
      db,
    );
  await sql`create index writes_with_content on writes (updated_at)
    where state = 'settled' and (body is not null or outcome is not null)`.execute(db);
}
