/**
 * The first migration: all tables with their indexes, in SQL that SQLite and PostgreSQL both understand. tables.ts
 * describes the columns, and README.md says why a column is in clear. Times are milliseconds since the epoch.
 */
import { type Kysely, sql } from 'kysely';
import { isPostgres } from './is-postgres.ts';

/** Columns of rows that one process at a time works on (lease-columns.ts). */
const lease = `
  attempts integer not null,
  due_at bigint not null,
  lease_owner text`;

/** The data keys. Also the one table of a database of its own (separate-keys.ts). */
export const customerKeysTable = `
create table if not exists customer_keys (
  customer_id text not null primary key,
  wrapped_key text not null,
  created_at bigint not null
)`;

/** Bookings in the full API flow. A customer has at most one that is open. */
const journeys = [
  `create table journeys (
    id text not null primary key,
    customer_id text not null,
    state text not null,
    revision integer not null,
    body text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create unique index journeys_current on journeys (customer_id) where state = 'open'",
  'create index journeys_of_customer on journeys (customer_id)',
  'create index journeys_updated on journeys (updated_at)',
  // What a customer has typed into a step and not sent yet.
  `create table drafts (
    journey_id text not null,
    step text not null,
    body text not null,
    updated_at bigint not null,
    primary key (journey_id, step)
  )`,
  // What a customer signed.
  `create table consents (
    id text not null primary key,
    journey_id text not null,
    customer_id text not null,
    signed_at bigint not null,
    body text not null
  )`,
  'create index consents_of_journey on consents (journey_id)',
  'create index consents_of_customer on consents (customer_id)',
];

/** Requests that change something at the service, each stored before it is sent. */
const writes = [
  `create table writes (
    id text not null primary key,
    flow text not null,
    owner_kind text not null,
    owner_id text not null,
    customer_id text not null,
    kind text not null,
    path text not null,
    idempotency_key text not null,
    key_reused integer not null,
    body text,
    state text not null,
    parked_reason text,
    outcome text,
    waits_for text,
    fence integer not null,${lease},
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create unique index writes_live_key on writes (idempotency_key) where state <> 'settled'",
  "create index writes_due on writes (due_at) where (state = 'due' or waits_for in ('service', 'reader'))",
  'create index writes_waiting on writes (flow, waits_for) where waits_for is not null',
  'create index writes_owner on writes (owner_id)',
  'create index writes_of_customer on writes (customer_id)',
  `create index writes_with_content on writes (updated_at)
    where state = 'settled' and (body is not null or outcome is not null)`,
];

/** What customers booked, in either flow, with the service's last response about it. */
const appointments = [
  `create table appointments (
    appointment_id text not null primary key,
    customer_id text not null,
    order_id text not null,
    flow text not null,
    details text not null,
    body text,
    read_at bigint not null,
    requested text,
    change text,
    visit text,
    revision integer not null,
    order_due_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index appointments_order_due_at on appointments (order_due_at) where order_due_at is not null',
  'create index appointments_customer on appointments (customer_id, created_at)',
  'create index appointments_created_at on appointments (created_at)',
  'create index appointments_updated_at on appointments (updated_at)',
];

/** Signed documents on their way to the service, and their bytes until the service has them. */
const evidence = [
  `create table evidence (
    id text not null primary key,
    owner_id text not null,
    customer_id text not null,
    upstream_id text,
    phase text not null,
    body text not null,
    version integer not null,${lease},
    updated_at bigint not null
  )`,
  'create index evidence_due on evidence (phase, due_at)',
  'create index evidence_owner on evidence (owner_id)',
  'create index evidence_upstream on evidence (upstream_id)',
  'create index evidence_of_customer on evidence (customer_id)',
  // SQLite accepts any type name, and bytes in any column.
  `create table document_parts (
    document_id text not null,
    place integer not null,
    customer_id text not null,
    body bytea not null,
    created_at bigint not null,
    primary key (document_id, place)
  )`,
  'create index document_parts_first on document_parts (created_at) where place = 0',
  'create index document_parts_of_customer on document_parts (customer_id)',
];

/** The orders of physicians, one for each appointment that needs one. */
const physicianOrders = [
  `create table physician_orders (
    appointment_id text not null primary key,
    customer_id text not null,
    phase text not null,
    revision integer not null,
    body text not null,${lease},
    updated_at bigint not null
  )`,
  'create index physician_orders_due on physician_orders (phase, due_at)',
  'create index physician_orders_of_customer on physician_orders (customer_id)',
];

/** The co-branded flow: orders passed to the hosted page, and orders that the server makes for it. */
const handoffs = [
  `create table handoffs (
    id text not null primary key,
    customer_id text not null,
    order_id text not null,
    is_current integer not null,
    revision integer not null,
    body text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create unique index handoffs_current on handoffs (order_id) where is_current = 1',
  'create index handoffs_of_customer on handoffs (customer_id)',
  'create index handoffs_updated on handoffs (updated_at)',
  `create table handoff_purchases (
    id text not null primary key,
    customer_id text not null,
    reference text not null,
    revision integer not null,
    body text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create unique index handoff_purchases_reference on handoff_purchases (customer_id, reference)',
  'create index handoff_purchases_updated on handoff_purchases (updated_at)',
];

/** Events of the service, the reads that follow from them, and the secrets that sign them. */
const webhooks = [
  `create table webhook_events (
    id text not null primary key,
    customer_id text,
    ref text,
    type text not null,
    body text not null,
    received_at bigint not null
  )`,
  'create index webhook_events_ref on webhook_events (ref)',
  'create index webhook_events_of_customer on webhook_events (customer_id)',
  'create index webhook_events_received on webhook_events (received_at)',
  `create table webhook_reads (
    subject text not null primary key,
    kind text not null,
    ref text not null,
    asked integer not null,
    state text not null,
    fence integer not null,${lease}
  )`,
  "create index webhook_reads_due on webhook_reads (due_at) where state = 'due'",
  `create table webhook_secrets (
    write_id text not null primary key,
    body text not null,
    created_at bigint not null
  )`,
];

/** Work that repeats: reading the service's list of appointments, one row for each flow, and jobs by their names. */
const repeated = [
  `create table reconciliations (
    flow text not null primary key,
    seen_until bigint not null,
    fence integer not null,${lease}
  )`,
  `insert into reconciliations (flow, seen_until, fence, attempts, due_at)
    values ('full_api', 0, 0, 0, 0), ('co_branded', 0, 0, 0, 0)`,
  `create table periodic_jobs (
    name text not null primary key,
    seen_until bigint not null,
    fence integer not null,${lease}
  )`,
  `insert into periodic_jobs (name, seen_until, fence, attempts, due_at)
    values ('orphaned_documents', 0, 0, 0, 0), ('retention_unfinished', 0, 0, 0, 0),
      ('retention_bookings', 0, 0, 0, 0), ('retention_rest', 0, 0, 0, 0)`,
];

/** What the server has seen of each booking, and the events that it sends to the partner's backend. */
const events = [
  `create table event_bookings (
    id text not null primary key,
    appointment_id text unique,
    customer_id text not null,
    revision integer not null,
    body text not null,
    hour_key text,
    updated_at bigint not null
  )`,
  'create index event_bookings_of_customer on event_bookings (customer_id)',
  'create index event_bookings_hour on event_bookings (hour_key) where hour_key is not null',
  `create table events (
    id text not null primary key,
    event_id text not null,
    receiver text not null,
    booking_id text not null,
    sequence integer not null,
    customer_id text not null,
    body text not null,
    state text not null,
    fence integer not null,${lease},
    created_at bigint not null,
    updated_at bigint not null
  )`,
  "create index events_due on events (receiver, due_at) where state = 'due'",
  "create index events_earlier on events (booking_id, receiver, sequence) where state = 'due'",
  "create index events_waiting on events (state) where state <> 'delivered'",
  'create index events_of_customer on events (customer_id)',
  'create index events_updated on events (updated_at)',
];

/** User tokens that were exchanged, and users whose sessions were ended. */
const sessions = [
  `create table subject_token_uses (
    token_hash text not null primary key,
    jkt text not null,
    used_at bigint not null,
    expires_at bigint not null
  )`,
  'create index subject_token_uses_expires on subject_token_uses (expires_at)',
  `create table revocations (
    user_key text not null primary key,
    revoked_at bigint not null,
    expires_at bigint not null
  )`,
];

/** Erasures of customers: the work, and later the proof of it. */
const erasures = [
  `create table erasures (
    id text not null primary key,
    subject_key text not null,
    customer_id text,
    state text not null,
    removed text not null,
    fence integer not null,${lease},
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index erasures_subject on erasures (subject_key)',
  "create index erasures_due on erasures (due_at) where state <> 'done'",
];

/** Who touched which health data: one chain of records for each process. */
const accessLog = [
  `create table access_log (
    chain text not null,
    seq bigint not null,
    at bigint not null,
    actor text not null,
    role text not null,
    subject text,
    record_kind text not null,
    record_id text,
    action text not null,
    outcome text not null,
    status integer,
    request_id text,
    mac text not null,
    primary key (chain, seq)
  )`,
  'create index access_log_by_actor on access_log (actor, at)',
  'create index access_log_by_subject on access_log (subject, at)',
  'create index access_log_by_record_id on access_log (record_id, at)',
  `create table access_log_chains (
    id text not null primary key,
    number integer not null unique,
    created_at bigint not null,
    mac text not null,
    last_seq bigint not null,
    last_mac text not null,
    head_mac text not null,
    purged_seq bigint not null,
    purged_mac text not null,
    purge_mac text not null,
    delivered_seq bigint not null,
    fence integer not null,${lease}
  )`,
];

/** For operators: their notes, the references that users read out after a failure, and the running servers. */
const support = [
  `create table support_notes (
    id text not null primary key,
    customer_id text not null,
    booking_id text not null,
    author text not null,
    body text not null,
    created_at bigint not null
  )`,
  'create index support_notes_customer_id on support_notes (customer_id)',
  'create index support_notes_booking_id on support_notes (booking_id)',
  `create table failed_requests (
    request_id text not null primary key,
    upstream_request_id text,
    at bigint not null,
    method text not null,
    route text not null,
    status integer not null,
    code text not null,
    user_key text not null,
    record_id text
  )`,
  'create index failed_requests_upstream_request_id on failed_requests (upstream_request_id)',
  'create index failed_requests_user_key on failed_requests (user_key)',
  // The running servers. Each renews its row.
  `create table servers (
    id text not null primary key,
    name text not null,
    version text not null,
    started_at bigint not null,
    seen_at bigint not null,
    responded_at bigint,
    failed_at bigint
  )`,
];

/**
 * For PostgreSQL: tables whose rows change many times before they are kept for years. By default the space of old row
 * versions is reused only once a fifth of the table is such space, which is a fifth of all years.
 */
const vacuumedEarly = ['journeys', 'writes', 'appointments', 'event_bookings'].map(
  (table) =>
    `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, toast.autovacuum_vacuum_scale_factor = 0.02)`,
);

/** Creates all tables of an empty database. */
export async function createSchema(db: Kysely<never>): Promise<void> {
  const statements = [
    customerKeysTable,
    ...journeys,
    ...writes,
    ...appointments,
    ...evidence,
    ...physicianOrders,
    ...handoffs,
    ...webhooks,
    ...repeated,
    ...events,
    ...sessions,
    ...erasures,
    ...accessLog,
    ...support,
    ...(isPostgres(db) ? vacuumedEarly : []),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
