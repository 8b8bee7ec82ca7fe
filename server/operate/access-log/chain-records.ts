/** Reads the records of a chain in their order, and checks that each is what a server wrote after the one before. */
import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AccessLogChainRow, AccessLogRow } from '../../core/store/access-log-tables.ts';
import type { Tables } from '../../core/store/tables.ts';
import { type ChainPlace, recordMac } from './chain.ts';

/** How many records are read at once. */
export const recordsAtOnce = 500;

/** Reads the next records of a chain, at most {@link recordsAtOnce}. */
export const recordsAfter = (
  db: Kysely<Tables>,
  { id, last_seq }: AccessLogChainRow,
  { seq }: ChainPlace,
): Promise<AccessLogRow[]> =>
  db
    .selectFrom('access_log')
    .selectAll()
    .where('chain', '=', id)
    .where('seq', '>', seq)
    .where('seq', '<=', last_seq)
    .orderBy('seq')
    .limit(recordsAtOnce)
    .execute();

/** @returns the last right record, and what is wrong with the one after it */
export function checkRecords(
  key: KeyObject,
  records: readonly AccessLogRow[],
  start: ChainPlace,
): { place: ChainPlace; fault: 'changed' | 'missing' | null } {
  let place = start;
  for (const { mac, ...record } of records) {
    if (record.seq !== place.seq + 1) return { place, fault: 'missing' };
    if (mac !== recordMac(key, record, place.mac)) return { place, fault: 'changed' };
    place = { seq: record.seq, mac };
  }
  return { place, fault: null };
}
