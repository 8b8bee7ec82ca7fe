/** The rows of the database. Times are milliseconds since the epoch; encrypted-columns.ts lists encrypted values. */
import type { AccessLogChainRow, AccessLogRow, FailedRequestRow } from './access-log-tables.ts';
import type {
  EventBookingRow,
  EventRow,
  ReconciliationRow,
  WebhookEventRow,
  WebhookReadRow,
  WebhookSecretRow,
} from './event-tables.ts';
import type { LeaseColumns } from './lease-columns.ts';

/** One customer's journey; at most one per customer is `open` (its current one). */
export interface JourneyRow {
  id: string;
  customer_id: string;
  /** Whether an open one is finished is in the encrypted body, and so is its step. */
  state: 'open' | 'left';
  revision: number;
  body: string;
  created_at: number;
  updated_at: number;
}

interface DraftRow {
  journey_id: string;
  step: string;
  body: string;
  updated_at: number;
}

/** A consent that a customer signed in a journey (booking/appointments/signed-consents.ts). */
interface ConsentRow {
  id: string;
  journey_id: string;
  customer_id: string;
  signed_at: number;
  body: string;
}

/** One logical write: committed before its first byte leaves (IDEM-05). */
export interface WriteRow extends LeaseColumns {
  id: string;
  /** The flow whose API key sends it. */
  flow: 'full_api' | 'co_branded';
  /** The id of its owner: of a journey, a handoff and so on. */
  owner_id: string;
  /** `ofServer` for a write that belongs to no customer. */
  customer_id: string;
  /** The kind of the owner (upstream/writes/write.ts). */
  owner_kind: string;
  kind: string;
  path: string;
  /** A key belongs to one unsettled write (IDEM-01, IDEM-13). */
  idempotency_key: string;
  /** 1 where the key comes from a refused write (GAP-68). */
  key_reused: number;
  /** The exact JSON text that is sent; null without a body. */
  body: string | null;
  state: 'due' | 'settled' | 'parked';
  /** Why it is parked, a code (upstream/writes/attempt-write.ts); null otherwise. */
  parked_reason: string | null;
  /** Raised by every lease; only the holder of the lease completes the write. */
  fence: number;
  outcome: string | null;
  /**
   * What sends a parked write again by itself: `service`, a service that responds; `reader`, a response that can be
   * read; or another API key than the refused one, of which it is the keyed hash. Null if only an operator can.
   */
  waits_for: string | null;
  created_at: number;
  updated_at: number;
}

/** One appointment, and the upstream's last response about it. */
export interface AppointmentRow {
  appointment_id: string;
  customer_id: string;
  order_id: string;
  flow: 'full_api' | 'co_branded';
  /** The test and its place, encrypted. */
  details: string;
  /** The last read as received, encrypted; null until the first. */
  body: string | null;
  /** When that read began; 0 where it must be read again. */
  read_at: number;
  /** The time of the last change that the read contains; 0 if it contains none. */
  updated_at: number;
  /** The requested times, encrypted. */
  requested: string | null;
  /** The last cancel or reschedule, encrypted. */
  change: string | null;
  /** What the customer takes along for the visit, encrypted; null before the request. */
  visit: string | null;
  /** Raised by each change of `change`. */
  revision: number;
  /** When the order that it waits for is due; null if it waits for none of the partner's clinicians. */
  order_due_at: number | null;
  created_at: number;
}

/** Partner evidence (evidence/); the bytes of its document are in `document_parts` until the upstream has them. */
export interface EvidenceRow extends LeaseColumns {
  id: string;
  /** The id of a journey or an appointment. */
  owner_id: string;
  customer_id: string;
  /** The upstream's id, once there is one. */
  upstream_id: string | null;
  phase: string;
  body: string;
  /** Raised by each change and each lease. */
  version: number;
  updated_at: number;
}

interface DocumentPartRow {
  document_id: string;
  customer_id: string;
  /** From 0, in order. */
  place: number;
  body: Uint8Array;
  created_at: number;
}

/** A physician's order of one appointment. */
export interface PhysicianOrderRow extends LeaseColumns {
  appointment_id: string;
  customer_id: string;
  phase: string;
  /** Raised by each change and each lease. */
  revision: number;
  body: string;
  updated_at: number;
}

/** One handoff of an order to the hosted page; one for each order is current. */
interface HandoffRow {
  id: string;
  customer_id: string;
  order_id: string;
  is_current: 0 | 1;
  revision: number;
  body: string;
  created_at: number;
  updated_at: number;
}

/** One order that the server creates for a handoff; `reference` is the partner's own number for it. */
interface HandoffPurchaseRow {
  id: string;
  customer_id: string;
  reference: string;
  revision: number;
  body: string;
  created_at: number;
  updated_at: number;
}

/** Work that the clock repeats. */
interface PeriodicJobRow extends LeaseColumns {
  name: string;
  fence: number;
  /** Jobs that go through rows by time: how far they have come. */
  seen_until: number;
}

/** The erasure of one customer: the work, and later the proof of it. */
export interface ErasureRow extends LeaseColumns {
  id: string;
  /** A keyed hash of the customer's id (server-keys.ts). */
  subject_key: string;
  /** Null once it is done. */
  customer_id: string | null;
  state: 'erasing' | 'checking' | 'compacting' | 'done';
  /** JSON: how many rows of each kind were deleted. */
  removed: string;
  fence: number;
  created_at: number;
  updated_at: number;
}

/** A note of an operator (text encrypted). */
interface SupportNoteRow {
  id: string;
  customer_id: string;
  /** The id of a journey, appointment, handoff or purchase; '' for a note about the customer. */
  booking_id: string;
  /** The operator's name. */
  author: string;
  body: string;
  created_at: number;
}

/** The data key of one customer. */
export interface CustomerKeyRow {
  /** '' for the server's own key. */
  customer_id: string;
  /** Encrypted under the first of STORE_KEYS. */
  wrapped_key: string;
  created_at: number;
}

/** One subject token that was exchanged, and the key to which it is bound since then. */
interface SubjectTokenUseRow {
  /** SHA-256 of the token's id. */
  token_hash: string;
  /** Thumbprint of the key. */
  jkt: string;
  used_at: number;
  expires_at: number;
}

/** A user whose widget tokens were ended. */
interface RevocationRow {
  /** SHA-256 of role and id of the user. */
  user_key: string;
  /** Tokens issued up to this time are refused. */
  revoked_at: number;
  /** All of these tokens have expired by this time. */
  expires_at: number;
}

/** A running server of this database. */
interface ServerRow {
  id: string;
  /** The name of the machine, and the number of the process. */
  name: string;
  version: string;
  started_at: number;
  /** When it last renewed the row. */
  seen_at: number;
  /** When the service last responded to it; null if it has not. */
  responded_at: number | null;
  /** When the service last did not respond to it; null if it always has. */
  failed_at: number | null;
}

/** The row of each table. `customer_id` names the customer of its data key. */
export interface Tables {
  access_log: AccessLogRow;
  access_log_chains: AccessLogChainRow;
  customer_keys: CustomerKeyRow;
  erasures: ErasureRow;
  failed_requests: FailedRequestRow;
  subject_token_uses: SubjectTokenUseRow;
  reconciliations: ReconciliationRow;
  revocations: RevocationRow;
  servers: ServerRow;
  events: EventRow;
  event_bookings: EventBookingRow;
  webhook_events: WebhookEventRow;
  webhook_reads: WebhookReadRow;
  webhook_secrets: WebhookSecretRow;
  periodic_jobs: PeriodicJobRow;
  support_notes: SupportNoteRow;
  handoffs: HandoffRow;
  handoff_purchases: HandoffPurchaseRow;
  physician_orders: PhysicianOrderRow;
  document_parts: DocumentPartRow;
  evidence: EvidenceRow;
  appointments: AppointmentRow;
  journeys: JourneyRow;
  drafts: DraftRow;
  consents: ConsentRow;
  writes: WriteRow;
}
