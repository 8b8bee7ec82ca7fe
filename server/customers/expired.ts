/** Which records of a customer are old enough to delete. Pure. */
import { z } from 'zod';
import type { CustomerRecord, CustomerRecords } from './customer-records.ts';
import { underWay } from './under-way.ts';

/** The owners of a booking that is deleted: their ids, and the service's ids. */
export interface ExpiredBooking {
  /** Ids of journeys, appointments, handoffs and purchases, at least one. Other rows name them as their owner. */
  owners: string[];
  appointmentId: string | null;
}

const journeyBody = z.looseObject({
  order: z.looseObject({ appointment_id: z.string() }).nullable(),
  payment: z.looseObject({ state: z.string() }).nullable(),
  pending: z.unknown(),
});
const purchaseBody = z.looseObject({ orderId: z.string().nullable() });

const journeyOf = ({ values }: CustomerRecord) => journeyBody.safeParse(values?.body).data ?? null;
const idOf = ({ row }: CustomerRecord) => `${row.id}`;

/**
 * Lists the bookings without an order that nobody continued: journeys, purchases, and handoffs that led to no
 * appointment.
 * @param beforeMs the last change was before this time, in milliseconds since the epoch
 */
export function unfinished(records: CustomerRecords, beforeMs: number): ExpiredBooking[] {
  const busy = busyIds(records);
  const appointed = new Set(records.appointments.map(({ row }) => row.order_id));
  const journeys = records.journeys.filter((record) => {
    const journey = journeyOf(record);
    return journey && !journey.order && !journey.pending && journey.payment?.state !== 'paid';
  });
  const purchases = records.purchases.filter(
    ({ values }) => purchaseBody.safeParse(values?.body).data?.orderId === null,
  );
  const handoffs = records.handoffs.filter(({ row }) => !appointed.has(row.order_id ?? null));
  return [...journeys, ...purchases, ...handoffs]
    .filter(({ row }) => Number(row.updated_at) < beforeMs)
    .map((record) => ({ owners: [idOf(record)], appointmentId: null }))
    .filter(isIdle(records, busy));
}

/**
 * Lists the bookings whose appointment is over, or was ruled out by the questionnaire, and which wait for nothing else.
 * @param beforeMs the last change was before this time, in milliseconds since the epoch
 */
export function finished(records: CustomerRecords, beforeMs: number): ExpiredBooking[] {
  const busy = busyIds(records);
  return records.appointments
    .filter(({ row }) => Math.max(Number(row.created_at), Number(row.updated_at)) < beforeMs)
    .map(({ row }) => bookingOf(records, `${row.appointment_id}`, `${row.order_id}`))
    .filter(isIdle(records, busy));
}

function bookingOf(records: CustomerRecords, appointmentId: string, orderId: string): ExpiredBooking {
  const journeys = records.journeys.filter(
    (record) => journeyOf(record)?.order?.appointment_id === appointmentId,
  );
  const handoffs = records.handoffs.filter(({ row }) => row.order_id === orderId);
  const purchases = records.purchases.filter(
    ({ values }) => purchaseBody.safeParse(values?.body).data?.orderId === orderId,
  );
  return { owners: [appointmentId, ...[...journeys, ...handoffs, ...purchases].map(idOf)], appointmentId };
}

/**
 * The ids of what is under way, and of the owners of what is under way. A journey is not looked at here: with an order,
 * its appointment decides.
 */
function busyIds(records: CustomerRecords): ReadonlySet<string> {
  const found = underWay(records).filter(({ kind }) => kind !== 'journeys');
  const ids = new Set(found.map(({ id }) => id));
  const owned = [...records.writes, ...records.evidence].filter((record) => ids.has(idOf(record)));
  const events = records.events.filter(({ row }) => ids.has(`${row.event_id}`));
  return new Set([
    ...ids,
    ...owned.map(({ row }) => `${row.owner_id}`),
    ...events.map(({ row }) => `${row.booking_id}`),
  ]);
}

/** Whether nothing of a booking, of its documents or of its events is under way. */
const isIdle =
  (records: CustomerRecords, busy: ReadonlySet<string>) =>
  ({ owners }: ExpiredBooking): boolean => {
    const documents = records.evidence.filter(({ row }) => owners.includes(`${row.owner_id}`)).map(idOf);
    return ![...owners, ...documents].some((id) => busy.has(id));
  };
