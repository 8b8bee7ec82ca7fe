/** The last cancel or reschedule of an appointment: under way, waiting for the customer's word, or settled (APT-33..APT-44). */
import type { AskedTimes } from '../contract/appointments-api.ts';

export interface Change {
  kind: 'cancel' | 'reschedule';
  writeId: string;
  /**
   * `warned`: the service wants the 24-hour consequence agreed to, and nothing has changed (APT-43, T37).
   * `slot_gone`: a chosen time is taken meanwhile. `refused`: for a reason that the customer cannot mend.
   */
  state: 'sending' | 'warned' | 'slot_gone' | 'refused' | 'done';
  /** The times that a reschedule asks for. */
  requested: AskedTimes | null;
  /** The appointment's time when this was sent: a warning holds for no other. */
  scheduledFor: string | null;
  /** Whether it fell within the 24 hours, as the service answered; null until then. */
  within24Hours: boolean | null;
  /** For support: the upstream's request id of a refusal. */
  requestId: string | null;
}
