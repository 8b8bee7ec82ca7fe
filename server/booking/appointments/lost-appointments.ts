/**
 * Finds appointments that the service has and this database does not: it was restored to a point before them, or the
 * response to their order never arrived.
 */
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

/** An order that an earlier attempt may have made. */
interface AskedOrder {
  /** The e-mail that was sent with the order. */
  email: string;
  /** Null if nobody knows it: any test fits. */
  testType: string | null;
  /** The address of the place; null if nobody knows it: any place fits. */
  place: { address_line_1: string | null; postal_code: string | null } | null;
  /** When the booking began, in milliseconds since the epoch. */
  sinceMs: number;
}

/** More than the clocks of the service and of this server differ. */
const clocksDifferMs = 24 * 3_600_000;

/**
 * Looks for the appointment of an order that the service may have made although no attempt got its response. The server
 * places no other order before it has looked: that would be a second one after one payment. Reads the service's list to
 * its end.
 * @returns null if there is none, so that another order is the only one; `unclear` if nobody can tell, because several
 *   appointments fit or the one that fits lacks a field
 * @throws UpstreamError if the list cannot be read
 */
export async function findOrdered(
  db: Kysely<Tables>,
  reads: Pick<AppointmentReads, 'appointments'>,
  { email, testType, place, sinceMs }: AskedOrder,
): Promise<(Appointment & { order_id: string }) | null | 'unclear'> {
  const compared = ({ test_type, location }: Appointment) => [
    { found: test_type, asked: testType },
    { found: location?.address_line_1, asked: place?.address_line_1 },
    { found: location?.postal_code, asked: place?.postal_code },
  ];
  const isOlder = ({ created_at }: Appointment) =>
    created_at !== null && Date.parse(created_at) < sinceMs - clocksDifferMs;
  const isOther = (appointment: Appointment) =>
    compared(appointment).some(({ found, asked }) => found && asked && found !== asked);
  const lost = await findLost(db, reads, { email });
  const [found, ...others] = lost.filter((each) => !isOlder(each) && !isOther(each));
  if (!found) return null;
  const isSame = compared(found).every((each) => !each.asked || each.found === each.asked);
  const { order_id } = found;
  return isSame && order_id !== null && others.length === 0 ? { ...found, order_id } : 'unclear';
}

async function knownOf(db: Kysely<Tables>, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('appointments')
    .select('appointment_id')
    .where('appointment_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.appointment_id));
}
