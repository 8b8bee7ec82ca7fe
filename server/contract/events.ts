/**
 * The events wire: the server notifies the partner's backend of changes to its users' bookings (EVENTS_URL, and the
 * hook `onEvent`). server/events.md is its guide.
 *
 * POST EVENTS_URL  BookingEvent -> any 2xx: the event has arrived. The server ignores the body and follows no redirect
 *
 * Each request is signed as Standard Webhooks describes: `webhook-id`, `webhook-timestamp` and `webhook-signature`.
 * Payloads hold ids and states, never a name, an address, a time of an appointment or health data. Read the rest from
 * the testing service with your API key.
 */
import { z } from 'zod';

/** The types of events, and when the server sends each. */
export const bookingEventTypes = {
  'booking.payment_reference_needed':
    'The customer is at the payment. The server places the order once the customer is back and the hook `payment` returns a reference.',
  'booking.delayed':
    'The customer has paid, and the service has not responded to a request for ten minutes. The server keeps sending it. Sent once for a booking.',
  'booking.support_needed':
    'The customer has paid, and the service has refused what the customer cannot correct, or its response lacks what comes next. Nothing is sent until the customer tries again. Sent once for a booking.',
  'booking.physician_review':
    'The answers to the questionnaire need the review of a physician. The booking continues meanwhile.',
  'booking.blocked': 'The answers to the questionnaire rule the test out. Nothing is scheduled.',
  'booking.requested': 'The location has received the times that the customer asks for.',
  'booking.declined':
    'The location has declined the requested times, or withdrawn the confirmed one. The customer has to ask for others.',
  'booking.confirmed': 'The location has confirmed a time.',
  'booking.rescheduled':
    'A confirmed time is no longer valid: it was moved or withdrawn, or the customer asks for another.',
  'booking.upcoming':
    'The appointment is in 48 hours, or in 2. Sent once for each, if the time was confirmed before.',
  'booking.canceled': 'The appointment is canceled, by anyone.',
  'booking.no_show': 'The customer did not come.',
  'booking.results_available':
    'The results can be read. Sent again if the service took them back and has new ones.',
  'booking.completed': 'The service has closed the appointment.',
  'booking.refund_due':
    'A booking that you were paid for does not take place: it is blocked, or the service has refunded it. Sent once for a booking.',
} as const;
/** The type of an event. */
export type BookingEventType = keyof typeof bookingEventTypes;

/** The states of a booking. */
export const bookingStates = {
  started: 'The customer chooses, and has not begun to pay.',
  payment_due: 'The customer has begun to pay.',
  paid: 'The customer has paid, and the order is not placed yet.',
  unscheduled:
    'The order is placed, and no time is requested, or the location has declined the requested times.',
  physician_review: 'As `unscheduled`, and the answers to the questionnaire need the review of a physician.',
  blocked: 'The answers to the questionnaire rule the test out.',
  requested: 'The location has to confirm a time.',
  confirmed: 'The appointment has a time.',
  canceled: 'The appointment is canceled.',
  refunded: 'The service has refunded the appointment.',
  no_show: 'The customer did not come.',
  results_in_progress: 'The test is done, and the results are not ready.',
  results_ready: 'The results are ready.',
  completed: 'The service has closed the appointment.',
  unknown: 'The service uses a status that this server does not know.',
} as const;
/** The state of a booking. */
export type BookingState = keyof typeof bookingStates;

const state = z.enum(Object.keys(bookingStates) as [BookingState, ...BookingState[]]);

/** A payload. Later versions may add fields, types and states: ignore those that you do not know. */
export const bookingEvent = z.looseObject({
  id: z.string().meta({
    description: 'Names the event, in each delivery and at each receiver. Also the header `webhook-id`.',
  }),
  type: z
    .enum(Object.keys(bookingEventTypes) as [BookingEventType, ...BookingEventType[]])
    .meta({ description: 'What happened.' }),
  timestamp: z.iso.datetime().meta({ description: 'When the server learned of it, in UTC.' }),
  data: z.looseObject({
    subject: z.string().meta({ description: 'Your own id of the user.' }),
    flow: z
      .enum(['full_api', 'co_branded'])
      .meta({ description: 'The flow of the booking, and of the API key that reads it.' }),
    booking_id: z
      .string()
      .meta({ description: 'The same in all events of a booking. Events of one booking arrive in order.' }),
    sequence: z.int().meta({
      description: 'Counts the events of the booking, from 1. Ignore an event that is older than the last.',
    }),
    journey_id: z.string().nullable().meta({
      description:
        'The journey, as the hook `payment` receives it. Null in the co-branded flow, and if events did not go to your backend yet when it was booked.',
    }),
    order_id: z
      .string()
      .nullable()
      .meta({ description: 'The order at the service. Null before there is one.' }),
    appointment_id: z
      .string()
      .nullable()
      .meta({ description: 'The appointment at the service. Null before there is one.' }),
    reference: z.string().nullable().meta({
      description:
        'The number of the booking that your user sees, and that finds it on the admin page. Null before there is an appointment.',
    }),
    hours_before: z.int().nullable().meta({
      description: 'In `booking.upcoming`: 48 or 2. Null in all others.',
    }),
    state: z.looseObject({
      before: state.meta({ description: 'The state before the change that caused the event.' }),
      after: state.meta({
        description: 'The state after it. Several events of one change have the same states.',
      }),
    }),
  }),
});
export type BookingEvent = z.infer<typeof bookingEvent>;
