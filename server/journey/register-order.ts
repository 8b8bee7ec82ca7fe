/** An order's appointments are known as the customer's from the moment the order settles (ORD-12). */
import type { Kysely } from 'kysely';
import { registerAppointment } from '../appointments/register.ts';
import type { Tables } from '../store/tables.ts';
import type { Journey } from './journey.ts';

export async function registerOrder(trx: Kysely<Tables>, journey: Journey, atMs: number): Promise<void> {
  const { customerId, chosen, configuration, order } = journey;
  for (const appointment of order?.answer.appointments ?? [])
    await registerAppointment(
      trx,
      {
        appointmentId: appointment.appointment_id,
        customerId,
        orderId: order?.order_id ?? '',
        flow: 'full_api',
        testType: appointment.test_type,
        catalogId: chosen?.catalog_id ?? null,
        offeringId: chosen?.offering_id ?? null,
        physicianMode: configuration.physician_order.mode,
      },
      atMs,
    );
}
