/**
 * The wire between `<dx-appointments>` and the partner's server, for appointments of either flow after the
 * booking. Every request carries a customer's widget token and its proof. Another customer's appointment is a 404; every
 * refusal is a Problem.
 *
 * GET  /appointments                                       -> AppointmentsView   newest first
 * GET  /appointments/{id}                                  -> AppointmentView
 * POST /appointments/{id}/cancel         CancelAnswer      -> AppointmentView
 * POST /appointments/{id}/reschedule     RescheduleAnswer  -> AppointmentView
 * POST /appointments/{id}/retry                            -> AppointmentView    sends a stalled change again, same key and bytes
 * GET  /appointments/{id}/availability                     -> AvailabilityView
 * POST /appointments/{id}/check-in                         -> CheckIn            opened once, kept nowhere
 * GET  /appointments/{id}/signed-form                      -> a PDF
 * GET  /appointments/{id}/vo2-form                         -> a PDF
 * POST /appointments/{id}/calendar       CalendarAnswer    -> text/calendar, of a confirmed time
 * GET  /appointments/{id}/results                          -> ResultsView
 */
import { z } from 'zod';

/** True only after the view asked for it (`change.state` is `warned`); refused otherwise (APT-43, T37). */
const confirm = z.literal(true).optional();

/** The body of POST cancel. */
export const cancelAnswer = z.strictObject({
  reason: z.string().trim().max(500, 'At most 500 characters.').optional(),
  confirm,
});
/** The body of POST cancel. */
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

/** The body of POST calendar. The page names the event, in the language of the customer. */
export const calendarAnswer = z.strictObject({ title: z.string().trim().min(1).max(100) });
/** The body of POST calendar. */
export type CalendarAnswer = z.infer<typeof calendarAnswer>;

/** Our status for the service's `status`, in any spelling; `unread` before the first read. */
export type AppointmentStatus =
  | 'unscheduled'
  | 'requested'
  | 'confirmed'
  | 'canceled'
  | 'refunded'
  | 'no_show'
  | 'results_in_progress'
  | 'results_ready'
  | 'completed'
  | 'unknown'
  | 'unread';

/** An action that the view offers for an appointment; the page shows no button for any other. */
export type AppointmentAction = 'cancel' | 'reschedule' | 'check_in' | 'signed_form' | 'vo2_form' | 'results';

/** The times of a scheduling request, as the availability sent them. */
export interface AskedTimes {
  primary: string;
  alternates: string[];
}

/** The last cancel or reschedule of an appointment, and how far it is. */
export interface ChangeView {
  kind: 'cancel' | 'reschedule';
  /**
   * `sending`: not settled; `stalled`: the service does not respond, `retry` sends the same request again; `warned`:
   * within 24 hours, nothing has changed until the customer agrees; `slot_gone`: a chosen time is taken; `refused`;
   * `done`.
   */
  state: 'sending' | 'stalled' | 'warned' | 'slot_gone' | 'refused' | 'done';
  /** The times that a reschedule requests. */
  asked: AskedTimes | null;
  /** Whether the service counted it as within 24 hours; null until it responds. */
  within_24_hours: boolean | null;
  /** For support. */
  upstream_request_id: string | null;
}

/** The view contains open sets (`status`, codes) unchanged, next to the values that the server derives from them. */
export interface AppointmentView {
  appointment_id: string;
  order_id: string;
  test_type: string;
  standing: AppointmentStatus;
  /** The service's own statuses, open sets; null before the first read. */
  status: string | null;
  results_status: string | null;
  /** Absolute instants, to be shown in `location.timezone` (T03). */
  scheduled_for: string | null;
  original_scheduled_for: string | null;
  requested_at: string | null;
  confirmed_at: string | null;
  /** The requested times, at the location's own offset, until the location confirms one. */
  asked: AskedTimes | null;
  /** Null if the service did not send it. */
  location: {
    address_line_1: string;
    address_line_2: string | null;
    city: string;
    state: string;
    postal_code: string;
    /** IANA. */
    timezone: string;
  } | null;
  physician_order: {
    status: string | null;
    submission_status: string | null;
    deadline_at: string | null;
    submitted_at: string | null;
  };
  form: { type: string | null; artifact_status: string | null; available: boolean };
  /** An open set; null unless the appointment was canceled for a reason. */
  cancellation_reason_code: string | null;
  /** All other fields of the service, as received (VER-09). */
  more: Record<string, unknown>;
  actions: AppointmentAction[];
  /** True if the customer can reschedule, but not here: the flow of the booking did not name the place. */
  reschedule_elsewhere: boolean;
  /** The last cancel or reschedule; null if there was none. */
  change: ChangeView | null;
  /** A change is running: read again after this time. Null without one. */
  working: { poll_after_ms: number } | null;
  /** When the service was last read, ISO-8601; null before the first read. */
  read_at: string | null;
  /** The service could not be read just now: this is the state at `read_at`. */
  stale: boolean;
}

/** The response of GET /appointments: the customer's appointments, newest first. */
export interface AppointmentsView {
  appointments: AppointmentView[];
}

/** The free times for a reschedule, by date of the location. */
export interface AvailabilityView {
  /** Null while the location's calendar does not respond. */
  dates: { date: string; times: string[] }[] | null;
}

/** Open it in a tab of its own without opener and referrer, and do not keep it (T38). */
export interface CheckIn {
  url: string;
}

/** The results of one appointment's order. */
export interface ResultsView {
  /** As received; the service defines its shape (RES-05, T94). */
  results: Record<string, unknown>;
}
