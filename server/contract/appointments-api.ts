/**
 * The wire between `<dx-appointments>` and the partner's server, after the booking and whichever flow made it. Every call
 * carries a customer's widget token and its proof; somebody else's appointment is a 404; every refusal is a Problem.
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
 * GET  /appointments/{id}/results                          -> ResultsView
 */
import { z } from 'zod';

/** Only ever true after the view asked for it (`change.state` is `warned`); refused otherwise (APT-43, T37). */
const confirm = z.literal(true).optional();

export const cancelAnswer = z.strictObject({
  reason: z.string().trim().max(500, 'At most 500 characters.').optional(),
  confirm,
});
export type CancelAnswer = z.infer<typeof cancelAnswer>;

/** Strings exactly as availability gave them (GAP-70). */
export const rescheduleAnswer = z.strictObject({
  new_requested_date: z.string().min(1, 'Choose a time.'),
  /** None is allowed, unlike in a booking (T36). */
  alternates: z.array(z.string().min(1)).max(3, 'At most three other times.').optional(),
  confirm,
});
export type RescheduleAnswer = z.infer<typeof rescheduleAnswer>;

/** What the service's `status` comes to, however it is written; `unread` before the first read of it. */
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

export type AppointmentAction = 'cancel' | 'reschedule' | 'check_in' | 'signed_form' | 'vo2_form' | 'results';

export interface AskedTimes {
  primary: string;
  alternates: string[];
}

export interface ChangeView {
  kind: 'cancel' | 'reschedule';
  /**
   * `sending`: under way; `stalled`: the service did not answer, `retry` sends the same again; `warned`: within 24 hours,
   * nothing has changed until the customer agrees; `slot_gone`: a chosen time is taken; `refused`; `done`.
   */
  state: 'sending' | 'stalled' | 'warned' | 'slot_gone' | 'refused' | 'done';
  /** The times asked for by a reschedule. */
  asked: AskedTimes | null;
  /** Whether the service counted it as within 24 hours; null until it answered. */
  within_24_hours: boolean | null;
  /** For support. */
  upstream_request_id: string | null;
}

/** Texts that no list is complete for (`status`, codes) stand beside what they are read as; nothing is dropped. */
export interface AppointmentView {
  appointment_id: string;
  order_id: string;
  test_type: string;
  standing: AppointmentStatus;
  status: string | null;
  results_status: string | null;
  /** Absolute instants, to be shown in `location.timezone` (T03). */
  scheduled_for: string | null;
  original_scheduled_for: string | null;
  requested_at: string | null;
  confirmed_at: string | null;
  /** The times asked for, at the location's own offset, while the location has not confirmed one. */
  asked: AskedTimes | null;
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
  cancellation_reason_code: string | null;
  /** What the service sent beside all this, as received (VER-09). */
  more: Record<string, unknown>;
  actions: AppointmentAction[];
  /** Another time could be asked for, but not here: the flow that made it did not say for which place it is. */
  reschedule_elsewhere: boolean;
  change: ChangeView | null;
  /** A change is under way: ask again after so long. */
  working: { poll_after_ms: number } | null;
  /** When the service was read, ISO-8601; null before the first time. */
  read_at: string | null;
  /** The service could not be read just now: this is how it stood at `read_at`. */
  stale: boolean;
}

export interface AppointmentsView {
  appointments: AppointmentView[];
}

export interface AvailabilityView {
  /** Null while the location's calendar does not answer. */
  dates: { date: string; times: string[] }[] | null;
}

/** Opened in a tab of its own without opener or referrer, and then forgotten (T38). */
export interface CheckIn {
  url: string;
}

export interface ResultsView {
  /** As received; its shape is the service's own (RES-05, T94). */
  results: Record<string, unknown>;
}
