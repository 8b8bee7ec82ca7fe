/** Verifies the access log in the database: each chain, and that no chain is missing. */
import type { KeyObject } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AccessLogChainRow, AccessLogRow } from '../../core/store/access-log-tables.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Tables } from '../../core/store/tables.ts';
import { type ChainPlace, faultOfChain, recordMac } from './chain.ts';
import { wasDropped } from './dropped-chains.ts';
import type { ChainEnd } from './head.ts';

/** A fault of the access log. */
export interface AccessLogFault {
  /**
   * - `changed`: the record, or its place among the others, is not what a server wrote.
   * - `missing`: the record was removed.
   * - `added`: no server wrote the record.
   * - `chain_changed`: the row of the chain is not what a server wrote.
   * - `chain_missing`: a chain was removed. `chain` is the one after it.
   */
  fault: 'changed' | 'missing' | 'added' | 'chain_changed' | 'chain_missing';
  chain: string;
  /** The number of the first bad record; null if the fault is of the chain. */
  seq: number | null;
}

/** The result of a verification. */
export interface Verification {
  /** The first fault of each chain. */
  faults: AccessLogFault[];
  /** The end of each chain, for a head (head.ts). */
  chains: ChainEnd[];
  records: number;
}

const recordsAtOnce = 1_000;

/** Verifies all chains. Servers may add and purge records meanwhile. */
export async function verify(
  db: Kysely<Tables>,
  { accessLog: key }: Pick<ServerKeys, 'accessLog'>,
): Promise<Verification> {
  // Read before the chains: a record that is added later is no fault.
  const highest = await db
    .selectFrom('access_log')
    .select(({ fn }) => ['chain', fn.max('seq').as('seq')])
    .groupBy('chain')
    .execute();
  const highestOf = new Map(highest.map(({ chain, seq }) => [chain, Number(seq)]));
  const rows = await db.selectFrom('access_log_chains').selectAll().orderBy('number').execute();
  const faults: AccessLogFault[] = [];
  let records = 0;
  let previous: AccessLogChainRow | undefined;
  for (const row of rows) {
    const found = chainFault(key, row, previous) ?? (await recordFault(row));
    if (found) faults.push(found);
    previous = row;
  }
  for (const { chain } of await chainsWithoutRow(db))
    faults.push({ fault: 'chain_missing', chain, seq: null });
  const chains = rows.map(({ id, number, last_seq, last_mac }) => ({
    id,
    number,
    seq: last_seq,
    mac: last_mac,
  }));
  return { faults, chains, records };

  async function recordFault(row: AccessLogChainRow): Promise<AccessLogFault | null> {
    let place: ChainPlace = { seq: row.purged_seq, mac: row.purged_mac };
    while (place.seq < row.last_seq) {
      const page = await pageOf(db, row, place.seq);
      const checked = checkPage(key, page, place);
      records += checked.place.seq - place.seq;
      place = checked.place;
      const fault = checked.fault ?? (page.length === 0 ? 'missing' : null);
      if (!fault) continue;
      const moved = await purgedMeanwhile(db, row);
      if (moved) return recordFault(moved);
      if (await wasDropped(db, { accessLog: key }, row.number)) return null;
      return { fault, chain: row.id, seq: place.seq + 1 };
    }
    if (place.mac !== row.last_mac) return { fault: 'changed', chain: row.id, seq: place.seq };
    const isLonger = (highestOf.get(row.id) ?? 0) > row.last_seq;
    return isLonger ? { fault: 'added', chain: row.id, seq: row.last_seq + 1 } : null;
  }
}

function chainFault(
  key: KeyObject,
  row: AccessLogChainRow,
  previous: AccessLogChainRow | undefined,
): AccessLogFault | null {
  const fault = faultOfChain(key, row, previous);
  return fault && { fault, chain: row.id, seq: null };
}

const pageOf = (db: Kysely<Tables>, { id, last_seq }: AccessLogChainRow, after: number) =>
  db
    .selectFrom('access_log')
    .selectAll()
    .where('chain', '=', id)
    .where('seq', '>', after)
    .where('seq', '<=', last_seq)
    .orderBy('seq')
    .limit(recordsAtOnce)
    .execute();

/** @returns the last right record, and what is wrong with the one after it */
function checkPage(
  key: KeyObject,
  page: readonly AccessLogRow[],
  start: ChainPlace,
): { place: ChainPlace; fault: 'changed' | 'missing' | null } {
  let place = start;
  for (const { mac, ...record } of page) {
    if (record.seq !== place.seq + 1) return { place, fault: 'missing' };
    if (mac !== recordMac(key, record, place.mac)) return { place, fault: 'changed' };
    place = { seq: record.seq, mac };
  }
  return { place, fault: null };
}

/** The row of the chain if a server purged records since it was read. */
async function purgedMeanwhile(
  db: Kysely<Tables>,
  row: AccessLogChainRow,
): Promise<AccessLogChainRow | undefined> {
  const now = await db
    .selectFrom('access_log_chains')
    .selectAll()
    .where('id', '=', row.id)
    .executeTakeFirst();
  return now && now.purged_seq > row.purged_seq ? now : undefined;
}

const chainsWithoutRow = async (db: Kysely<Tables>) =>
  (
    await sql<{ chain: string }>`
      select distinct chain from access_log where chain not in (select id from access_log_chains)`.execute(db)
  ).rows;
