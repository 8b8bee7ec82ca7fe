/**
 * The wire between `<dx-appointments>` and the partner's server, for appointments of either flow after the
 * booking. Every request carries a customer's widget token and its proof. Another customer's appointment is a 404;
 * every refusal is a Problem.
 *
 * server-api/appointment-operations.ts lists the requests.
 */
import { z } from 'zod';
import { partnerTerms } from './partner-terms.ts';
import { partnerText } from './partner-text.ts';
import { cancellation, confirmation, visit } from './visit.ts';

/** True only after the view asked for it (`change.state` is `warned`); refused otherwise (APT-43, T37). */
const confirm = z.literal(true).optional();

/** The body of POST cancel. */
export const cancelAnswer = z.strictObject({
  reason: z.string().trim().max(500, 'At most 500 characters.').optional(),
  confirm,
});
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** The exact strings of the availability (GAP-70). */
export const rescheduleAnswer = z.strictObject({
  new_requested_date: z.string().min(1, 'Choose a time.'),
  /** May be empty, unlike in a booking (T36). */
  alternates: z.array(z.string().min(1)).max(3, 'At most three other times.').optional(),
  confirm,
});
/** The body of POST reschedule. */
export type RescheduleAnswer = z.infer<typeof rescheduleAnswer>;

/** The body of POST calendar. The page names and describes the event, in the language of the customer. */
export const calendarAnswer = z.strictObject({
  title: z.string().trim().min(1).max(100),
  /** @default the event has no description */
  text: z.string().trim().max(1000).optional(),
});
export type CalendarAnswer = z.infer<typeof calendarAnswer>;

/** Our status for the service's `status`, in any spelling; `unread` before the first read. */
export const appointmentStatus = z.enum([
  'unscheduled',
  'requested',
  'confirmed',
  'canceled',
  'refunded',
  'no_show',
  'results_in_progress',
  'results_ready',
  'completed',
  'unknown',
  'unread',
]);
export type AppointmentStatus = z.infer<typeof appointmentStatus>;

/** An action that the view offers for an appointment; the page shows no button for any other. */
export const appointmentAction = z.enum([
  'cancel',
  'reschedule',
  'check_in',
  'signed_form',
  'vo2_form',
  'consents',
  'results',
]);
export type AppointmentAction = z.infer<typeof appointmentAction>;

/** The address of an appointment, and the clock of its times. */
export const appointmentPlace = z.object({
  address_line_1: z.string(),
  address_line_2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  timezone: z.string().describe('IANA.'),
});

/** The times of a scheduling request, as the availability sent them. */
export const askedTimes = z.object({
  primary: z.string(),
  alternates: z.array(z.string()),
});
export type AskedTimes = z.infer<typeof askedTimes>;

/** The last cancel or reschedule of an appointment, and how far it is. */
export const changeView = z.object({
  kind: z.enum(['cancel', 'reschedule']),
  state: z
    .enum(['sending', 'stalled', 'warned', 'slot_gone', 'refused', 'done'])
    .describe(
      '`sending`: not settled; `stalled`: the service does not respond, `retry` sends the same request again; `warned`: within 24 hours, nothing has changed until the customer agrees; `slot_gone`: a chosen time is taken; `refused`; `done`.',
    ),
  asked: askedTimes.nullable().describe('The times that a reschedule requests.'),
  within_24_hours: z
    .boolean()
    .nullable()
    .describe(
      'Whether the service counted a change that took effect as within 24 hours; null otherwise, or if it did not say.',
    ),
  upstream_request_id: z.string().nullable().describe('For support.'),
});
export type ChangeView = z.infer<typeof changeView>;

/** The view contains open sets (`upstream_status`, codes) unchanged, next to the values that the server derives from them. */
export const appointmentView = z.object({
  appointment_id: z.string(),
  order_id: z.string(),
  reference: z
    .string()
    .describe(
      'The one number of the booking, for the customer, the partner and its support: the order number of the service, such as `ORD-000001`, else a short code of the appointment. Also in events, in the calendar file and on the admin page.',
    ),
  test_type: z.string(),
  status: appointmentStatus,
  upstream_status: z
    .string()
    .nullable()
    .describe("The service's own statuses, open sets; null before the first read."),
  upstream_results_status: z.string().nullable(),
  scheduled_for: z.string().nullable().describe('Absolute instants, to be shown in `location.timezone`.'),
  original_scheduled_for: z.string().nullable(),
  requested_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
  asked: askedTimes
    .nullable()
    .describe(
      "The requested times, at the location's own offset, until the location confirms one. With the status `unscheduled` it has declined them.",
    ),
  location: appointmentPlace.nullable().describe('Null if the service did not send it.'),
  physician_order: z.object({
    status: z.string().nullable(),
    submission_status: z.string().nullable(),
    deadline_at: z.string().nullable(),
    submitted_at: z.string().nullable(),
  }),
  form: z.object({
    type: z.string().nullable(),
    artifact_status: z.string().nullable(),
    available: z.boolean(),
  }),
  cancellation_reason_code: z
    .string()
    .nullable()
    .describe('An open set; null unless the appointment was canceled for a reason.'),
  canceled: cancellation.nullable().describe('Null unless it is canceled.'),
  confirmation: confirmation.nullable().describe('Null unless the clinic has to confirm a time.'),
  visit,
  within_24_hours: z
    .boolean()
    .describe(
      'Whether a confirmed time is less than 24 hours away, so that the service may refuse a free change.',
    ),
  more: z.record(z.string(), z.unknown()).describe('All other fields of the service, as received.'),
  actions: z.array(appointmentAction),
  reschedule_elsewhere: z
    .boolean()
    .describe(
      'True if the customer can reschedule, but not here: the flow of the booking did not name the place.',
    ),
  change: changeView
    .nullable()
    .describe(
      'The last cancel or reschedule; null if there was none, or if it had no effect and the appointment has changed since.',
    ),
  working: z
    .object({ poll_after_ms: z.number() })
    .nullable()
    .describe('A change is running: read again after this time. Null without one.'),
  read_at: z
    .string()
    .nullable()
    .describe('When the service was last read, ISO-8601; null before the first read.'),
  stale: z.boolean().describe('The service could not be read just now: this is the state at `read_at`.'),
});
export type AppointmentView = z.infer<typeof appointmentView>;

/** The response of GET /appointments: the customer's appointments, newest first. */
export const appointmentsView = z.object({
  appointments: z.array(appointmentView),
  has_unreadable: z
    .boolean()
    .describe(
      'Whether the customer has others whose records the server cannot read; the customer asks the partner.',
    ),
  terms: partnerTerms,
  booking_url: z
    .string()
    .nullable()
    .describe("The partner's page with `<dx-booking>`; null if the partner has not set it."),
  current_booking: z
    .string()
    .nullable()
    .describe(
      'The appointment of the booking that this page shows the customer, null without one. Until a time is requested, and after the location has declined the requested times, the customer continues it there.',
    ),
});
export type AppointmentsView = z.infer<typeof appointmentsView>;

/** The free times for a reschedule, by date of the location. */
export const availabilityView = z.object({
  dates: z
    .array(
      z.object({
        date: z.string(),
        times: z.array(z.string()),
      }),
    )
    .nullable()
    .describe("Null while the location's calendar does not respond."),
});
export type AvailabilityView = z.infer<typeof availabilityView>;

/** Open it in a tab of its own without opener and referrer, and do not keep it (T38). */
export const checkIn = z.object({ url: z.string() });
export type CheckIn = z.infer<typeof checkIn>;

/** One number of the results. */
export const reading = z.object({
  name: z.string().describe('As received: a key, or words.'),
  value: z.union([z.number(), z.string()]),
  unit: z.string().nullable().describe('As received; null without one.'),
  range: z
    .object({ low: z.number().nullable(), high: z.number().nullable() })
    .nullable()
    .describe("The service's own range; an end that it did not send is null."),
  sentence: z.string().nullable().describe("The service's own sentence on the value; null without one."),
  words: partnerText
    .nullable()
    .describe("The partner's own words for the value, by its hook `resultWords`; null without any."),
});
export type Reading = z.infer<typeof reading>;

/** One record of the results. */
export const resultSheet = z.object({
  name: z.string().nullable().describe('The key of the record; null if it says nothing to a person.'),
  number: z.int().nullable().describe('Its place in a list of several records, from 1.'),
  test_type: z.string().nullable().describe('The test of a record in such a list, if the service named it.'),
  readings: z.array(reading),
  rest: z
    .array(
      z.object({
        name: z.string(),
        of: z
          .enum(['unit', 'range'])
          .nullable()
          .describe('The value is the unit or the range of a number of this name that is not there.'),
        value: z.unknown(),
      }),
    )
    .describe('All other values, as received.'),
});
export type ResultSheet = z.infer<typeof resultSheet>;

/** The results of one appointment's order. */
export const resultsView = z.object({
  results: z.record(z.string(), z.unknown()).describe('As received; the service defines its shape.'),
  sheets: z.array(resultSheet).describe('The same results, read by the assumptions under `results`.'),
  has_more: z.boolean().describe('Whether the service has more results than it sent.'),
});
export type ResultsView = z.infer<typeof resultsView>;
