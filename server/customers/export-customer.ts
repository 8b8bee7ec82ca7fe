/** The export of a customer: everything that the server stores, as one JSON document (server/customer-data.md). */
import type { CustomerRecord, CustomerRecords } from './customer-records.ts';
import type { RecordKind } from './customer-tables.ts';

/** Raised by each change of the document that a reader of the version before does not understand. */
export const exportVersion = 1;

/** The export of a customer. */
export interface CustomerExport {
  format: 'dx-booking customer export';
  version: typeof exportVersion;
  /** The partner's own id of its user. */
  subject: string;
  /** ISO 8601. */
  exported_at: string;
  records: Record<RecordKind, ExportedRecord[]>;
}

/** A record: its ids, states and times, and its decrypted values by column. */
export type ExportedRecord = Record<string, unknown>;

/** The columns in clear that say something about the customer. The others are the server's own bookkeeping. */
const shown = new Set([
  'id',
  'journey_id',
  'step',
  'state',
  'phase',
  'appointment_id',
  'order_id',
  'owner_kind',
  'owner_id',
  'upstream_id',
  'document_id',
  'bytes',
  'reference',
  'is_current',
  'flow',
  'kind',
  'method',
  'path',
  'event_id',
  'receiver',
  'booking_id',
  'sequence',
  'type',
  'author',
  'ref',
  'created_at',
  'updated_at',
  'received_at',
  'read_at',
]);

/** Makes the export of a customer. @param nowMs milliseconds since the epoch */
export const exportCustomer = (
  records: CustomerRecords,
  { subject, nowMs }: { subject: string; nowMs: number },
): CustomerExport => ({
  format: 'dx-booking customer export',
  version: exportVersion,
  subject,
  exported_at: new Date(nowMs).toISOString(),
  records: exported(records),
});

const exported = (records: CustomerRecords) =>
  Object.fromEntries(
    Object.entries(records).map(([kind, list]) => [kind, list.map(exportedRecord)]),
  ) as CustomerExport['records'];

function exportedRecord({ row, values }: CustomerRecord): ExportedRecord {
  const clear = Object.entries(row)
    .filter(([name, value]) => shown.has(name) && value !== '')
    .map(([name, value]) => [name, name.endsWith('_at') ? timeOf(value) : value] as const);
  const columns = values === null ? { unreadable: true } : parsed(values);
  return { ...Object.fromEntries(clear), ...columns };
}

/** @returns ISO 8601; null if it did not happen */
const timeOf = (value: unknown) => (Number(value) > 0 ? new Date(Number(value)).toISOString() : null);

/** The body of a write is the exact JSON text that was sent. */
const parsed = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && /^\s*[[{]/.test(value) ? JSON.parse(value) : value,
    ]),
  );
