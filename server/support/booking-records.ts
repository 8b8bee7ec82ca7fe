/** What support sees of a customer's records: states, codes and ids, and no name, contact or answer. */
import { z } from 'zod';
import type { SupportRecords } from '../contract/admin-api/views.ts';
import type { CustomerRecord, CustomerRecords } from '../customers/customer-records.ts';
import { nextTryAtMs } from '../jobs/operate.ts';
import type { FailedRequestRow } from '../store/access-log-tables.ts';
import type { Flow } from '../upstream/write-kinds.ts';
import type { FailureOnly, Found } from './find-customer.ts';
import { releaseRefusal } from './release-rules.ts';

const iso = (atMs: unknown) => new Date(Number(atMs)).toISOString();
const textOf = (value: unknown) => (value === null || value === undefined ? null : `${value}`);

/** Reads one member of the decrypted columns; null if nobody can decrypt them or they have another shape. */
const partOf = <T>({ values }: CustomerRecord, schema: z.ZodType<T>): T | null =>
  schema.safeParse(values).data ?? null;

const journeyBody = z.looseObject({
  body: z.looseObject({
    step: z.string(),
    notice: z.looseObject({ code: z.string() }).nullable(),
    pending: z.looseObject({ kind: z.string() }).nullable(),
    order: z.looseObject({ order_ref: z.string(), appointment_id: z.string() }).nullable(),
  }),
});

function journey(record: CustomerRecord): SupportRecords['journeys'][number] {
  const { row } = record;
  const body = partOf(record, journeyBody)?.body;
  return {
    id: `${row.id}`,
    state: `${row.state}`,
    step: body?.step ?? null,
    notice: body?.notice?.code ?? null,
    waits_for: body?.pending?.kind ?? null,
    order_ref: body?.order?.order_ref ?? null,
    appointment_id: body?.order?.appointment_id ?? null,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

const appointmentBody = z.looseObject({ body: z.looseObject({ status: z.string() }) });
const appointmentChange = z.looseObject({
  change: z.looseObject({ kind: z.string(), state: z.string(), requestId: z.string().nullable() }),
});

function appointment(record: CustomerRecord): SupportRecords['appointments'][number] {
  const { row } = record;
  const change = partOf(record, appointmentChange)?.change;
  return {
    id: `${row.appointment_id}`,
    order_id: `${row.order_id}`,
    flow: `${row.flow}`,
    status: partOf(record, appointmentBody)?.body.status ?? null,
    change: change ? { kind: change.kind, state: change.state, reference: change.requestId } : null,
    read_at: Number(row.read_at) === 0 ? null : iso(row.read_at),
    created_at: iso(row.created_at),
  };
}

const handoffBody = z.looseObject({ body: z.looseObject({ state: z.string() }) });

const handoff = (record: CustomerRecord): SupportRecords['handoffs'][number] => ({
  id: `${record.row.id}`,
  order_id: `${record.row.order_id}`,
  is_current: Number(record.row.is_current) === 1,
  state: partOf(record, handoffBody)?.body.state ?? null,
  updated_at: iso(record.row.updated_at),
});

const purchaseBody = z.looseObject({
  body: z.looseObject({
    orderId: z.string().nullable(),
    refusal: z.looseObject({ code: z.string() }).nullable(),
  }),
});

function purchase(record: CustomerRecord): SupportRecords['purchases'][number] {
  const body = partOf(record, purchaseBody)?.body;
  return {
    id: `${record.row.id}`,
    order_id: body?.orderId ?? null,
    refused_as: body?.refusal?.code ?? null,
    created_at: iso(record.row.created_at),
    updated_at: iso(record.row.updated_at),
  };
}

const writeOutcome = z.looseObject({
  outcome: z.union([
    z.looseObject({ ok: z.literal(true), status: z.int() }),
    z.looseObject({
      ok: z.literal(false),
      error: z.looseObject({
        status: z.int(),
        code: z.string().nullable(),
        requestId: z.string().nullable(),
      }),
    }),
  ]),
});

const triesOf = ({ row }: CustomerRecord) => Number(row.attempts);

function nextTry({ row }: CustomerRecord): string | null {
  const atMs = row.state === 'due' ? nextTryAtMs(row) : null;
  return atMs === null ? null : iso(atMs);
}

/** Reads what a completed write brought; null before its completion, and if nobody can decrypt it. */
export const outcomeOf = (record: CustomerRecord) => partOf(record, writeOutcome)?.outcome ?? null;

function write(record: CustomerRecord): SupportRecords['writes'][number] {
  const { row } = record;
  const outcome = outcomeOf(record);
  const error = outcome?.ok === false ? outcome.error : null;
  const refusal = releaseRefusal({
    flow: row.flow as Flow,
    kind: `${row.kind}`,
    owner_kind: textOf(row.owner_kind),
  });
  return {
    id: `${row.id}`,
    owner_id: `${row.owner_id}`,
    kind: `${row.kind}`,
    state: `${row.state}`,
    tries: triesOf(record),
    next_try_at: nextTry(record),
    status: outcome?.ok ? outcome.status : (error?.status ?? null),
    code: error?.code ?? null,
    reference: error?.requestId ?? null,
    can_release: row.state === 'parked' && refusal === null,
    advice: row.state === 'parked' ? refusal : null,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  };
}

const eventBody = z.looseObject({ body: z.looseObject({ type: z.string() }) });

const event = (record: CustomerRecord): SupportRecords['events'][number] => ({
  id: `${record.row.event_id}`,
  type: partOf(record, eventBody)?.body.type ?? null,
  booking_id: `${record.row.booking_id}`,
  sequence: Number(record.row.sequence),
  receiver: `${record.row.receiver}`,
  state: `${record.row.state}`,
  tries: triesOf(record),
  next_try_at: nextTry(record),
  created_at: iso(record.row.created_at),
});

const noteBody = z.looseObject({ body: z.string() });

function note(record: CustomerRecord, withText: boolean): SupportRecords['notes'][number] {
  const { row } = record;
  const text = partOf(record, noteBody)?.body ?? null;
  return {
    id: `${row.id}`,
    booking_id: textOf(row.booking_id) || null,
    author: `${row.author}`,
    length: text?.length ?? 0,
    text: withText ? text : null,
    created_at: iso(row.created_at),
  };
}

const failedRequest = ({ at, user_key: _, record_id: __, ...row }: FailedRequestRow) => ({
  ...row,
  at: iso(at),
});

/**
 * Makes what support sees of the records.
 * @param options.notes shows the texts of notes
 */
export function supportRecordsOf(
  found: Found | FailureOnly,
  records: CustomerRecords,
  { notes }: { notes: boolean },
): SupportRecords {
  return {
    subject: found.customerId,
    found_by: found.by,
    failed_request: found.failure ? failedRequest(found.failure) : null,
    booking_id: found.customerId === null ? null : found.bookingId,
    journeys: records.journeys.map(journey),
    appointments: records.appointments.map(appointment),
    handoffs: records.handoffs.map(handoff),
    purchases: records.purchases.map(purchase),
    writes: records.writes.map(write),
    documents: records.evidence.map((record) => ({
      id: `${record.row.id}`,
      owner_id: `${record.row.owner_id}`,
      phase: `${record.row.phase}`,
      tries: triesOf(record),
      updated_at: iso(record.row.updated_at),
    })),
    physician_orders: records.physician_orders.map((record) => ({
      appointment_id: `${record.row.appointment_id}`,
      phase: `${record.row.phase}`,
      tries: triesOf(record),
      updated_at: iso(record.row.updated_at),
    })),
    events: records.events.map(event),
    service_events: records.service_events.map(({ row }) => ({
      id: `${row.id}`,
      type: `${row.type}`,
      ref: textOf(row.ref),
      received_at: iso(row.received_at),
    })),
    notes: records.notes.map((record) => note(record, notes)),
  };
}
