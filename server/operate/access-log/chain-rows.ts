/** The statements that begin and extend a chain. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AccessLogRow } from '../../core/store/access-log-tables.ts';
import { noLease } from '../../core/store/lease-columns.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { type ChainPlace, chainMac, placeMac, recordMac, type UnsignedRecord } from './chain.ts';
import { wasDropped } from './dropped-chains.ts';

/** A record that has no place in a chain yet. */
export type LooseRecord = Omit<UnsignedRecord, 'chain' | 'seq'>;

/** A chain that this process writes, and its end; null before its first batch. */
export interface OpenChain {
  id: string;
  end: ChainEnd | null;
}

/** The last record of a chain, and the chain's own place among all chains. */
interface ChainEnd extends ChainPlace {
  number: number;
}

/** A chain that begins with its first batch. */
export const newChain = (): OpenChain => ({ id: randomUUID(), end: null });

interface ChainDeps {
  store: Store;
  keys: ServerKeys;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Adds records to a chain in one transaction, and begins the chain if it is new. If all records of the chain are purged
 * and a server dropped it meanwhile, they begin another one.
 * @returns the chain after them
 * @throws Error if the database fails, or somebody else changed the chain
 */
export const append = (
  deps: ChainDeps,
  chain: OpenChain,
  records: readonly LooseRecord[],
): Promise<OpenChain> => deps.store.transaction((trx) => extend(deps, trx, chain, records));

async function extend(
  deps: ChainDeps,
  trx: Kysely<Tables>,
  chain: OpenChain,
  records: readonly LooseRecord[],
): Promise<OpenChain> {
  const before = chain.end ?? (await begin(deps, trx, chain.id));
  const rows = sign(deps, chain.id, before, records);
  const { seq, mac } = rows.at(-1) ?? before;
  const { numUpdatedRows } = await trx
    .updateTable('access_log_chains')
    .set({ last_seq: seq, last_mac: mac, head_mac: headMac(deps, chain.id, { seq, mac }) })
    .where('id', '=', chain.id)
    .where('last_mac', '=', before.mac)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) {
    if (await wasDropped(trx, deps.keys, before.number)) return extend(deps, trx, newChain(), records);
    throw new Error('the end of the chain is another one');
  }
  await trx.insertInto('access_log').values(rows).execute();
  return { id: chain.id, end: { seq, mac, number: before.number } };
}

/**
 * Finds out what the database has of a chain, after `append` failed.
 * @param count how many records it would have added
 * @returns the chain after these records if the transaction was committed; `unchanged` if it was not; `altered` if the
 * database has neither, because somebody else changed the chain
 */
export async function afterFailure(
  { store, keys }: ChainDeps,
  { id, end }: OpenChain,
  count: number,
): Promise<OpenChain | 'unchanged' | 'altered'> {
  const row = await store.db
    .selectFrom('access_log_chains')
    .select(({ selectFrom }) => [
      'number',
      'last_seq',
      'last_mac',
      'head_mac',
      selectFrom('access_log')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('chain', '=', id)
        .as('highest'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    const wasExpected = end === null || (await wasDropped(store.db, keys, end.number));
    return wasExpected ? 'unchanged' : 'altered';
  }
  const found = { seq: row.last_seq, mac: row.last_mac, number: row.number };
  const isAuthentic = row.head_mac === headMac({ keys }, id, found);
  const isComplete = Number(row.highest ?? found.seq) === found.seq;
  if (!isAuthentic || !isComplete) return 'altered';
  if (found.mac === end?.mac) return 'unchanged';
  return found.seq === (end?.seq ?? 0) + count ? { id, end: found } : 'altered';
}

const headMac = ({ keys }: Pick<ChainDeps, 'keys'>, id: string, end: ChainPlace) =>
  placeMac(keys.accessLog, 'head', id, end);

function sign(
  { keys }: ChainDeps,
  chain: string,
  before: ChainPlace,
  records: readonly LooseRecord[],
): AccessLogRow[] {
  let { seq, mac } = before;
  return records.map((record) => {
    seq += 1;
    const placed = { chain, seq, ...record };
    mac = recordMac(keys.accessLog, placed, mac);
    return { ...placed, mac };
  });
}

/** Adds the row of a chain. @returns the place before its first record */
async function begin({ store, keys, now }: ChainDeps, trx: Kysely<Tables>, id: string): Promise<ChainEnd> {
  // Two processes that begin at once must not take the same number. SQLite has one writer.
  if (store.kind === 'postgres')
    await sql`lock table access_log_chains in share row exclusive mode`.execute(trx);
  const previous = await trx
    .selectFrom('access_log_chains')
    .select(['number', 'mac'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const chain = { id, number: (previous?.number ?? 0) + 1, created_at: now() };
  const mac = chainMac(keys.accessLog, chain, previous?.mac);
  const start = { seq: 0, mac };
  await trx
    .insertInto('access_log_chains')
    .values({
      ...chain,
      mac,
      last_seq: 0,
      last_mac: mac,
      head_mac: headMac({ keys }, id, start),
      purged_seq: 0,
      purged_mac: mac,
      purge_mac: placeMac(keys.accessLog, 'purge', id, start),
      delivered_seq: 0,
      ...noLease,
      fence: 0,
    })
    .execute();
  return { ...start, number: chain.number };
}
