/** Summarizes a customer's records for support: states, codes and ids, and no name, contact or answer. */
import type { SupportRecords } from '../../contract/admin-api/views.ts';
import type { FailedRequestRow } from '../../core/store/access-log-tables.ts';
import { isoTime, type SupportList } from '../../core/store/record-kind.ts';
import type { CustomerRecords } from '../records/customer-records.ts';
import type { FailureOnly, FoundCustomer } from './find-customer.ts';

/** Summarizes the records of each kind for support. */
type Summaries = Pick<SupportRecords, SupportList>;

const none: Summaries = {
  journeys: [],
  appointments: [],
  handoffs: [],
  purchases: [],
  writes: [],
  consents: [],
  documents: [],
  physician_orders: [],
  events: [],
  service_events: [],
  notes: [],
};

/** Makes the summaries of records. @param options.notes shows the texts of notes. @default false */
export const summariesOf = (all: CustomerRecords, { notes = false } = {}): Summaries => ({
  ...none,
  ...Object.fromEntries(
    all.flatMap(({ kind: { support }, records }) =>
      support ? [[support.list, records.map((record) => support.summary(record, { notes }))]] : [],
    ),
  ),
});

const failedRequest = ({ at, user_key: _, record_id: __, ...row }: FailedRequestRow) => ({
  ...row,
  at: isoTime(at),
});

/**
 * Makes what support sees of the records.
 * @param options.notes shows the texts of notes
 */
export const supportRecordsOf = (
  found: FoundCustomer | FailureOnly,
  records: CustomerRecords,
  options: { notes: boolean },
): SupportRecords => ({
  subject: found.customerId,
  found_by: found.by,
  failed_request: found.failure ? failedRequest(found.failure) : null,
  booking_id: found.customerId === null ? null : found.bookingId,
  ...summariesOf(records, options),
});
