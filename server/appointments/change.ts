/**
 * The last cancel or reschedule of an appointment: under way, waiting for the customer's agreement, or completed
 * (APT-33..APT-44).
 */
import type { AskedTimes } from '../contract/appointments-api.ts';

/** Kept with its appointment; stored encrypted. */
export interface Change {
  kind: 'cancel' | 'reschedule';
  writeId: string;
  /**
   * `warned`: the customer must agree to the 24-hour consequence; nothing has changed (APT-43, T37).
   * `slot_gone`: a chosen time was taken. `refused`: for a reason that the customer cannot correct.
   */
  state: 'sending' | 'warned' | 'slot_gone' | 'refused' | 'done';
  /** The times that a reschedule asks for. */
  requested: AskedTimes | null;
  /** The appointment's time when the change was sent: a warning is valid for that time only. */
  scheduledFor: string | null;
  /** Whether the service counted it as within 24 hours; null until it responds. */
  within24Hours: boolean | null;
  /** For support: the upstream's request id of a refusal. */
  requestId: string | null;
}
