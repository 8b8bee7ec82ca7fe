/** Registers what a booking made: the customer's appointments and the times they asked for (ORD-12, ORD-18, SCH-09). */
import type { Kysely } from 'kysely';
import { keepAskedTimes, registerAppointment } from '../appointments/register.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Tables } from '../store/tables.ts';
import type { Journey } from './journey-state.ts';

/**
 * Inserts the appointments of a new order and keeps the times of a new request, in the transaction that completes it.
 * @param read the journey before `next`
 * @param atMs milliseconds since the epoch
 */
export async function registerBooked(
  trx: Kysely<Tables>,
  encryption: Encryption,
  { next, read }: { next: Journey; read: Journey },
  atMs: number,
): Promise<void> {
  const { order, schedule, times } = next;
  if (order && !read.order) await registerOrder(trx, next, order, atMs);
  if (order && times && schedule && !read.schedule)
    await keepAskedTimes(trx, encryption, order.appointment_id, times);
}

async function registerOrder(
  trx: Kysely<Tables>,
  { customerId, chosen, configuration }: Journey,
  order: NonNullable<Journey['order']>,
  atMs: number,
): Promise<void> {
  for (const appointment of order.answer.appointments)
    await registerAppointment(
      trx,
      {
        appointmentId: appointment.appointment_id,
        customerId,
        orderId: order.order_id,
        flow: 'full_api',
        testType: appointment.test_type,
        catalogId: chosen?.catalog_id ?? null,
        offeringId: chosen?.offering_id ?? null,
        physicianMode: configuration.physician_order.mode,
      },
      atMs,
    );
}
