/** What of a customer is under way: work that an erasure would cut off. */
import { z } from 'zod';
import { isOver } from '../appointments/appointment-status.ts';
import type { CustomerRecord, CustomerRecords } from './customer-records.ts';
import type { RecordKind } from './customer-tables.ts';

/** One thing that is under way. It holds no health data. */
export interface UnderWay {
  kind: RecordKind;
  id: string;
  /** A sentence for the operator, without the id. */
  says: string;
}

const journey = z.looseObject({
  body: z.looseObject({ state: z.string(), payment: z.unknown(), order: z.unknown(), pending: z.unknown() }),
});
const appointment = z.looseObject({ body: z.looseObject({ status: z.string() }).exactOptional() });
const purchase = z.looseObject({
  body: z.looseObject({ orderId: z.string().nullable(), refusal: z.unknown() }),
});
const handoff = z.looseObject({ body: z.looseObject({ state: z.string() }) });

/** A booking in which nothing was paid or ordered is not under way: the customer can begin again. */
function isBooking(values: unknown): boolean {
  const read = journey.safeParse(values);
  if (!read.success || read.data.body.state !== 'open') return false;
  const { payment, order, pending } = read.data.body;
  return [payment, order, pending].some(Boolean);
}

function isAppointed(values: unknown): boolean {
  const read = appointment.safeParse(values);
  return !isOver(read.data?.body?.status ?? '');
}

function isPurchasing(values: unknown): boolean {
  const read = purchase.safeParse(values);
  return read.success && read.data.body.orderId === null && !read.data.body.refusal;
}

const isHandingOff = (values: unknown) =>
  ['preparing', 'verifying'].includes(handoff.safeParse(values).data?.body.state ?? '');

interface Check {
  kind: RecordKind;
  /** The column of the id. */
  id: string;
  says: string;
  holds(record: CustomerRecord): boolean;
}

const isIn =
  (column: string, values: readonly string[]) =>
  ({ row }: CustomerRecord) =>
    values.includes(`${row[column]}`);

const checks: readonly Check[] = [
  {
    kind: 'journeys',
    id: 'id',
    says: 'A booking has a payment or an order, and is not finished.',
    holds: ({ values }) => isBooking(values),
  },
  {
    kind: 'appointments',
    id: 'appointment_id',
    says: 'An appointment is not over: the service expects the customer, or has no results yet.',
    holds: ({ values }) => values !== null && isAppointed(values),
  },
  {
    kind: 'purchases',
    id: 'id',
    says: 'A purchase has not become an order yet.',
    holds: ({ values }) => isPurchasing(values),
  },
  {
    kind: 'handoffs',
    id: 'id',
    says: 'A handoff waits for the service.',
    holds: ({ row, values }) => Number(row.is_current) === 1 && isHandingOff(values),
  },
  {
    kind: 'writes',
    id: 'id',
    says: 'The service has not answered a write. It may have taken effect.',
    holds: isIn('state', ['due', 'parked']),
  },
  {
    kind: 'evidence',
    id: 'id',
    says: 'The service has not accepted or refused a document yet.',
    holds: isIn('phase', ['creating', 'transferring', 'renewing', 'completing', 'processing']),
  },
  {
    kind: 'physician_orders',
    id: 'appointment_id',
    says: "A physician's order waits for the service.",
    holds: isIn('phase', ['writing', 'rendering', 'refreshing']),
  },
  {
    kind: 'events',
    id: 'event_id',
    says: 'Your backend has not received an event.',
    holds: isIn('state', ['due']),
  },
];

const blockedJourney = z.looseObject({
  body: z.looseObject({
    order: z.looseObject({ appointment_id: z.string() }),
    questionnaire: z.looseObject({ outcome: z.looseObject({ status: z.literal('blocked') }) }),
  }),
});

/** The appointments that a questionnaire has ruled out. The service does not show this as a status. */
const blockedIn = ({ journeys }: CustomerRecords): ReadonlySet<string> =>
  new Set(
    journeys.flatMap(({ values }) => blockedJourney.safeParse(values).data?.body.order.appointment_id ?? []),
  );

/** Lists what of a customer is under way. */
export function underWay(records: CustomerRecords): UnderWay[] {
  const blocked = blockedIn(records);
  return checks
    .flatMap(({ kind, id, says, holds }) =>
      records[kind].filter(holds).map(({ row }) => ({ kind, id: `${row[id]}`, says })),
    )
    .filter(({ kind, id }) => kind !== 'appointments' || !blocked.has(id));
}
