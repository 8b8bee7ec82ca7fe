/** Deletes one booking of a customer, with everything that belongs to it. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../store/tables.ts';
import { deleteServiceEvents } from './delete-customer.ts';
import type { ExpiredBooking } from './expired.ts';

/** Deletes a booking in the caller's transaction. Owners come first, as in `deleteCustomer`. */
export async function deleteBooking(
  trx: Kysely<Tables>,
  customerId: string,
  { owners, appointmentId }: ExpiredBooking,
): Promise<void> {
  const list = sql.join(owners.map((id) => sql.val(id)));
  for (const [table, column] of [
    ['journeys', 'id'],
    ['appointments', 'appointment_id'],
    ['handoffs', 'id'],
    ['handoff_purchases', 'id'],
  ] as const)
    await sql`delete from ${sql.table(table)}
      where customer_id = ${customerId} and ${sql.ref(column)} in (${list})`.execute(trx);
  const evidence = await trx
    .deleteFrom('evidence')
    .where('owner_id', 'in', owners)
    .returning(['id', 'upstream_id'])
    .execute();
  const writers = sql.join([...owners, ...evidence.map(({ id }) => id)].map((id) => sql.val(id)));
  await sql`delete from writes where owner_id in (${writers})`.execute(trx);
  await sql`delete from drafts where journey_id in (${list})`.execute(trx);
  await sql`delete from physician_orders where appointment_id in (${list})`.execute(trx);
  const bookings = await sql<{ id: string }>`
    delete from event_bookings where id in (${list}) or appointment_id in (${list}) returning id`.execute(
    trx,
  );
  const bookingIds = sql.join([...owners, ...bookings.rows.map(({ id }) => id)].map((id) => sql.val(id)));
  await sql`delete from events where customer_id = ${customerId} and booking_id in (${bookingIds})`.execute(
    trx,
  );
  await sql`delete from support_notes where booking_id in (${list})`.execute(trx);
  await deleteServiceEvents(trx, [
    ...(appointmentId === null ? [] : [appointmentId]),
    ...evidence.flatMap(({ upstream_id }) => upstream_id ?? []),
  ]);
}
