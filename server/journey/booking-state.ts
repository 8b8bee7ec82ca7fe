/** What a journey says of its booking, for the events to the partner. */
import type { Kysely } from 'kysely';
import type { BookingState } from '../contract/events.ts';
import type { BookingEvents } from '../events/booking-events.ts';
import type { Tables } from '../store/tables.ts';
import type { Journey } from './journey-state.ts';

/** The state of the booking, as far as the journey decides it. After the request, reads of the appointment do. */
function bookingStateOf({ schedule, questionnaire, order, payment }: Journey): BookingState {
  if (schedule) return 'requested';
  if (questionnaire?.outcome.status === 'blocked') return 'blocked';
  if (questionnaire?.outcome.status === 'physician_review_required') return 'physician_review';
  if (order) return 'unscheduled';
  if (!payment) return 'started';
  return payment.state === 'paid' ? 'paid' : 'payment_due';
}

/** Records the change from `read` to `next`, in the transaction that stores it. */
export async function recordChange(
  trx: Kysely<Tables>,
  events: BookingEvents,
  { next, read }: { next: Journey; read: Journey },
): Promise<void> {
  const [before, after] = [bookingStateOf(read), bookingStateOf(next)];
  if (before === after) return;
  const { id: journeyId, customerId, order } = next;
  await events.journeyChanged(
    trx,
    {
      customerId,
      flow: 'full_api',
      journeyId,
      orderId: order?.order_id ?? null,
      appointmentId: order?.appointment_id ?? null,
    },
    { before, after },
  );
}
