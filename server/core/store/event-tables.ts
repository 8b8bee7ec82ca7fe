/**
 * The rows of events: those that the service sends, and those that the partner's backend gets. Times are milliseconds
 * since the epoch.
 */
import type { LeaseColumns } from './lease-columns.ts';

/** An event of the upstream as received (body encrypted); no id is accepted twice (WHK-35). */
export interface WebhookEventRow {
  id: string;
  /** The customer of the appointment or document; null if unknown: the server's data key then encrypts the body. */
  customer_id: string | null;
  /** The service's id of the appointment or document; null if the event names none. */
  ref: string | null;
  type: string;
  body: string;
  received_at: number;
}

/** A read that events request: one row for each appointment or evidence, so that its reads do not overlap. */
export interface WebhookReadRow extends LeaseColumns {
  /** `kind:ref`. */
  subject: string;
  kind: string;
  ref: string;
  /** Raised by each event; a read covers the events before its start. */
  asked: number;
  state: 'due' | 'done';
  /** Raised by every lease. */
  fence: number;
}

/** A secret with which the upstream signs, and its callback address (body encrypted). */
export interface WebhookSecretRow {
  /** The registration it came from. */
  write_id: string;
  body: string;
  created_at: number;
}

/** The position of one flow in the upstream's list of appointments. */
export interface ReconciliationRow extends LeaseColumns {
  flow: string;
  /** The latest change that a complete reading found; 0 before the first. */
  seen_until: number;
  fence: number;
}

/** What the server has seen of a booking, so that it announces each change once (body encrypted). */
export interface EventBookingRow {
  /** The id of its journey, or of its appointment if the server knows no journey. */
  id: string;
  /** Null before the order. */
  appointment_id: string | null;
  customer_id: string;
  revision: number;
  body: string;
  /** Keyed hash of the hour of a confirmed appointment (server-keys.ts); null without one. */
  hour_key: string | null;
  updated_at: number;
}

/** One event for one receiver (body encrypted). */
export interface EventRow extends LeaseColumns {
  /** `event_id:receiver`. */
  id: string;
  /** The same at each receiver. */
  event_id: string;
  /** `hook`, or `url-` and the start of the SHA-256 of an address of EVENTS_URL. */
  receiver: string;
  booking_id: string;
  /** Counts the events of the booking: a later one waits for the earlier ones. */
  sequence: number;
  customer_id: string;
  body: string;
  state: 'due' | 'delivered' | 'parked';
  /** Raised by every lease. */
  fence: number;
  created_at: number;
  updated_at: number;
}
