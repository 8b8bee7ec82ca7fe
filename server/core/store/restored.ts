/**
 * Remembers that this database was restored from a backup. Until somebody ends it, the server looks for bookings that
 * the service has and this database has lost.
 */
import type { Kysely } from 'kysely';
import { noLease } from './lease-columns.ts';
import type { Tables } from './tables.ts';

/** A row of `periodic_jobs` that no queue works on. */
const rowName = 'restored';

/** Reads the time of the backup, in milliseconds since the epoch; null if the database was not restored. */
export async function readRestored(db: Kysely<Tables>): Promise<number | null> {
  const row = await db
    .selectFrom('periodic_jobs')
    .select('seen_until')
    .where('name', '=', rowName)
    .executeTakeFirst();
  return row ? Number(row.seen_until) : null;
}

/**
 * Stores the time of the backup, and lets the server read the service's list of appointments from that time on. Call it
 * while no server runs.
 * @param backupAtMs when the backup began, in milliseconds since the epoch
 */
export async function beginRestored(trx: Kysely<Tables>, backupAtMs: number): Promise<void> {
  await trx
    .insertInto('periodic_jobs')
    .values({ name: rowName, seen_until: backupAtMs, fence: 0, ...noLease })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ seen_until: row.ref('excluded.seen_until') })),
    )
    .execute();
  await trx
    .updateTable('reconciliations')
    .set({ seen_until: backupAtMs, due_at: 0 })
    .where((row) => row.or([row('seen_until', '=', 0), row('seen_until', '>', backupAtMs)]))
    .execute();
}

/** Ends the search for lost bookings. @returns false if the database was not restored */
export async function endRestored(db: Kysely<Tables>): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('periodic_jobs')
    .where('name', '=', rowName)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
