/** What a read of an appointment says of its booking, for the events to the partner. */
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import { type BookingFacts, factsOf } from '../events/booking-facts.ts';
import type { BookingIds } from '../events/stored-events.ts';
import { appointmentStatusOf, hasResults } from './appointment-status.ts';

/**
 * The booking before and after a read.
 * @param last the read before; null if there is none
 * @param isRequested whether times were requested
 */
export const changeOf = (last: Appointment | null, isRequested: boolean, read: Appointment) => ({
  before: last ? factsIn(last) : factsOf(isRequested ? 'requested' : 'unscheduled'),
  after: factsIn(read),
});

function factsIn({ status, results_status, scheduled_for }: Appointment): BookingFacts {
  const state = appointmentStatusOf(status);
  const isReady = hasResults(status, results_status);
  const isAttended = state === 'confirmed' || state === 'results_in_progress';
  return {
    state: state === 'unread' ? 'unknown' : isReady && isAttended ? 'results_ready' : state,
    scheduledFor: scheduled_for,
    hasResults: isReady,
  };
}

/** The ids of an appointment's booking. The events module finds its journey by the appointment. */
export const bookingOf = ({
  appointmentId,
  customerId,
  orderId,
  flow,
}: Omit<BookingIds, 'journeyId'>): BookingIds => ({
  customerId,
  flow,
  journeyId: null,
  orderId,
  appointmentId,
});
