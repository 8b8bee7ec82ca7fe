/** The export of a customer: everything that the server stores, as one JSON document (server/customer-data.md). */
import type { CustomerExport } from '../../contract/admin-api/views.ts';
import type { CustomerRecord, RecordKind } from '../../core/store/record-kind.ts';
import type { CustomerRecords } from './customer-records.ts';

/** Makes the export of a customer. @param nowMs milliseconds since the epoch */
export const exportCustomer = (
  records: CustomerRecords,
  { subject, nowMs }: { subject: string; nowMs: number },
): CustomerExport => ({
  format: 'dx-booking customer export',
  version: 1,
  subject,
  exported_at: new Date(nowMs).toISOString(),
  records: Object.fromEntries(
    records.map(({ kind, records }) => [kind.kind, records.map((record) => exportedRecord(kind, record))]),
  ),
});

/** A record that does not fit its schema is exported as it is stored. */
function exportedRecord(kind: RecordKind, record: CustomerRecord): CustomerExport['records'][string][number] {
  const { row, stored } = record;
  const clear = kind.exported
    .filter((name) => row[name] !== '')
    .map((name) => [name, name.endsWith('_at') ? timeOf(row[name]) : row[name]] as const);
  const content = stored === null ? { unreadable: true } : (kind.export?.(record) ?? stored);
  return { ...Object.fromEntries(clear), ...content };
}

/** @returns ISO 8601; null if it did not happen */
const timeOf = (value: unknown) => (Number(value) > 0 ? new Date(Number(value)).toISOString() : null);
