/** Verifies the access log in the database: each chain, and that no chain is missing. */
import type { KeyObject } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AccessLogChainRow } from '../../core/store/access-log-tables.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Tables } from '../../core/store/tables.ts';
import { type ChainPlace, faultOfChain } from './chain.ts';
import { checkRecords, recordsAfter } from './chain-records.ts';
import { wasDropped } from './dropped-chains.ts';
import type { ChainEnd } from './head.ts';
import type { LogFault } from './log-fault.ts';

/** The result of a verification. */
export interface Verification {
  /** The first fault of each chain. */
  faults: LogFault[];
  /** The end of each chain, for a head (head.ts). */
  chains: ChainEnd[];
  records: number;
}

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
  const faults: LogFault[] = [];
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

  async function recordFault(row: AccessLogChainRow): Promise<LogFault | null> {
    let place: ChainPlace = { seq: row.purged_seq, mac: row.purged_mac };
    while (place.seq < row.last_seq) {
      const page = await recordsAfter(db, row, place);
      const checked = checkRecords(key, page, place);
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
): LogFault | null {
  const fault = faultOfChain(key, row, previous);
  return fault && { fault, chain: row.id, seq: null };
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
