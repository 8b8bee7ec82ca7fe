/** The export of a customer: everything that the server stores, as one JSON document (server/customer-data.md). */
import type { CustomerRecord, RecordKind } from '../../core/store/record-kind.ts';
import type { CustomerRecords } from './customer-records.ts';

/** Raised by each change of the document that an existing reader does not understand. */
export const exportVersion = 1;

/** The export of a customer. */
export interface CustomerExport {
  format: 'dx-booking customer export';
  version: typeof exportVersion;
  /** The partner's own id of its user. */
  subject: string;
  /** ISO 8601. */
  exported_at: string;
  records: Record<string, ExportedRecord[]>;
}

/** A record: its ids, states and times, and its decrypted values by column. */
export type ExportedRecord = Record<string, unknown>;

/** Makes the export of a customer. @param nowMs milliseconds since the epoch */
export const exportCustomer = (
  records: CustomerRecords,
  { subject, nowMs }: { subject: string; nowMs: number },
): CustomerExport => ({
  format: 'dx-booking customer export',
  version: exportVersion,
  subject,
  exported_at: new Date(nowMs).toISOString(),
  records: Object.fromEntries(
    records.map(({ kind, records }) => [kind.kind, records.map((record) => exportedRecord(kind, record))]),
  ),
});

/** A record that does not fit its schema is exported as it is stored. */
function exportedRecord(kind: RecordKind, record: CustomerRecord): ExportedRecord {
  const { row, stored } = record;
  const clear = kind.exported
    .filter((name) => row[name] !== '')
    .map((name) => [name, name.endsWith('_at') ? timeOf(row[name]) : row[name]] as const);
  const content = stored === null ? { unreadable: true } : (kind.export?.(record) ?? stored);
  return { ...Object.fromEntries(clear), ...content };
}

/** @returns ISO 8601; null if it did not happen */
const timeOf = (value: unknown) => (Number(value) > 0 ? new Date(Number(value)).toISOString() : null);
