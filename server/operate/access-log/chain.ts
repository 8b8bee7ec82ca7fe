/**
 * The hash chains of the access log. Each process writes a chain of its own, so that processes do not wait for one row.
 * The MAC of a record covers the record and the MAC of the record before it. The MAC of a chain's beginning covers the
 * beginning of the chain before it. The row of the chain has the number and the MAC of its last record, and of the last
 * record that was purged, each under a MAC of its own. The log begins with chain 1, or with an anchor: a chain before
 * which a server has dropped all others. Each MAC is an HMAC-SHA-256 as base64url.
 */
import { createHmac, type KeyObject } from 'node:crypto';
import type { AccessLogChainRow, AccessLogRow } from '../../core/store/access-log-tables.ts';

/** A record without its MAC. */
export type UnsignedRecord = Omit<AccessLogRow, 'mac'>;

/** The place of a record in its chain: its number, and its MAC. The place before the first record has number 0. */
export interface ChainPlace {
  seq: number;
  mac: string;
}

/** The MAC before the first chain. */
const nothing = '';

const macOf = (key: KeyObject, what: string, values: readonly unknown[]) =>
  createHmac('sha256', key)
    .update(JSON.stringify([what, ...values]))
    .digest('base64url');

/** Makes the MAC of a record. @param previous the MAC of the record before it, or of the chain */
export const recordMac = (key: KeyObject, record: UnsignedRecord, previous: string) =>
  macOf(key, 'record', [
    record.chain,
    record.seq,
    record.at,
    record.actor,
    record.role,
    record.subject,
    record.record_kind,
    record.record_id,
    record.action,
    record.outcome,
    record.status,
    record.request_id,
    previous,
  ]);

/** Makes the MAC of a chain's beginning. @param previous the MAC of the chain before it. @default it is the first */
export const chainMac = (
  key: KeyObject,
  { id, number, created_at }: Pick<AccessLogChainRow, 'id' | 'number' | 'created_at'>,
  previous: string = nothing,
) => macOf(key, 'chain', [id, number, created_at, previous]);

/** Makes the MAC of a chain's last record: `head`, or of its last purged one: `purge`. */
export const placeMac = (key: KeyObject, what: 'head' | 'purge', chain: string, { seq, mac }: ChainPlace) =>
  macOf(key, what, [chain, seq, mac]);

/** Makes the MAC of a head: the time, and the end of each chain (head.ts). */
export const listMac = (key: KeyObject, values: readonly unknown[]) => macOf(key, 'list', values);

/** Makes the MAC of an anchor, in place of the MAC of its last purged record. */
export const anchorMac = (
  key: KeyObject,
  row: Pick<AccessLogChainRow, 'id' | 'number' | 'created_at' | 'mac' | 'purged_seq' | 'purged_mac'>,
) => macOf(key, 'anchor', [row.id, row.number, row.created_at, row.mac, row.purged_seq, row.purged_mac]);

/**
 * Compares the row of a chain with its MACs and with the chain before it.
 * @param previous undefined for the first row
 * @returns null if the row is what a server wrote
 */
export function faultOfChain(
  key: KeyObject,
  row: AccessLogChainRow,
  previous: AccessLogChainRow | undefined,
): 'chain_missing' | 'chain_changed' | null {
  const isAnchor = !previous && row.purge_mac === anchorMac(key, row);
  if (!isAnchor && row.number !== (previous?.number ?? 0) + 1) return 'chain_missing';
  const isBeginRight =
    isAnchor ||
    (row.mac === chainMac(key, row, previous?.mac) &&
      row.purge_mac === placeMac(key, 'purge', row.id, { seq: row.purged_seq, mac: row.purged_mac }));
  const isEndRight = row.head_mac === placeMac(key, 'head', row.id, { seq: row.last_seq, mac: row.last_mac });
  return isBeginRight && isEndRight ? null : 'chain_changed';
}
