/** Finds appointments that the service has and this database does not: it was restored to a point before them. */
import type { Kysely } from 'kysely';
import type { AppointmentsQuery } from '../../contract/upstream-api/appointments.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Tables } from '../../core/store/tables.ts';
import type { AppointmentReads } from '../../upstream/appointments/reads.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';

/**
 * Lists the appointments of a query that this database does not have. Reads the service's list to its end.
 * @throws UpstreamError
 */
export async function findLost(
  db: Kysely<Tables>,
  reads: Pick<AppointmentReads, 'appointments'>,
  query: Pick<AppointmentsQuery, 'email' | 'updated_after'>,
): Promise<Appointment[]> {
  const lost: Appointment[] = [];
  const cursors = new Set<string>();
  for (let cursor: string | null = null; ; ) {
    const { items, page_info } = await reads.appointments({ ...query, ...(cursor ? { cursor } : {}) });
    const ids = items.map((item) => item.appointment_id);
    const known = ids.length > 0 ? await knownOf(db, ids) : new Set<string>();
    lost.push(...items.filter((item) => !known.has(item.appointment_id)));
    if (!page_info?.has_more) return lost;
    cursor = page_info.next_cursor;
    if (!cursor || cursors.has(cursor)) throw new UpstreamError({ status: 0 });
    cursors.add(cursor);
  }
}

async function knownOf(db: Kysely<Tables>, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('appointments')
    .select('appointment_id')
    .where('appointment_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.appointment_id));
}
