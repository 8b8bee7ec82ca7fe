/** Lists the records of a customer that are under way: work that an erasure would cut off. */
import type { CustomerView } from '../../contract/admin-api/views.ts';
import { type CustomerRecords, invalidIn, textIn } from './customer-records.ts';

const invalid = 'This version of the server cannot read a record, so nobody knows whether it is finished.';

/** Lists what of a customer is under way, and the records of which nobody knows. */
export const underWay = (all: CustomerRecords): CustomerView['under_way'] => [
  ...recordsUnderWay(all).map(({ kind, record }) => ({
    kind: kind.kind,
    id: textIn(record.row, kind.id),
    message: kind.underWay?.message ?? '',
  })),
  ...invalidIn(all).map(({ kind, record }) => ({
    kind: kind.kind,
    id: textIn(record.row, kind.id),
    message: invalid,
  })),
];

/** Finds the records that are under way. */
export function recordsUnderWay(all: CustomerRecords) {
  const ended = new Set(
    all.flatMap(({ kind, records }) => records.flatMap((record) => kind.ends?.(record) ?? [])),
  );
  return all.flatMap(({ kind, records }) =>
    records
      .filter((record) => kind.underWay?.holds(record) && !ended.has(textIn(record.row, kind.id)))
      .map((record) => ({ kind, record })),
  );
}
