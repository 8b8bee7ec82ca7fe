/**
 * The head of the access log: the end of each chain at one time, under a MAC. Whoever keeps a head outside the database
 * can tell later that the log still contains it.
 */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { listMac } from './chain.ts';
import { wasDropped } from './dropped-chains.ts';
import type { LogFault } from './log-fault.ts';

const chainEnd = z.object({ id: z.string(), number: z.int(), seq: z.int(), mac: z.string() });
/** The last record of a chain. */
export type ChainEnd = z.infer<typeof chainEnd>;

/** The schema of a file with a head. */
export const accessLogHead = z.object({
  type: z.literal('access_log_head'),
  /** ISO 8601. */
  at: z.string(),
  chains: z.array(chainEnd),
  mac: z.string(),
});
/** A head; see {@link accessLogHead}. */
export type AccessLogHead = z.infer<typeof accessLogHead>;

type Keys = Pick<ServerKeys, 'accessLog'>;

const macOf = ({ accessLog }: Keys, { at, chains }: Pick<AccessLogHead, 'at' | 'chains'>) =>
  listMac(accessLog, [at, ...chains.map(({ id, number, seq, mac }) => [id, number, seq, mac])]);

/** Makes the head of a log. @param chains as `verify` has read them */
export function newHead(keys: Keys, chains: ChainEnd[], at: string): AccessLogHead {
  return { type: 'access_log_head', at, chains, mac: macOf(keys, { at, chains }) };
}

/** Compares the log with an earlier head. Purged records and dropped chains are no faults. */
export async function verifyHead(db: Kysely<Tables>, keys: Keys, head: AccessLogHead): Promise<LogFault[]> {
  if (head.mac !== macOf(keys, head)) return [{ fault: 'head_changed', chain: null, seq: null }];
  const faults: LogFault[] = [];
  for (const end of head.chains) {
    const fault = await faultOfEnd(db, keys, end);
    if (fault) faults.push({ fault, chain: end.id, seq: end.seq });
  }
  return faults;
}

async function faultOfEnd(
  db: Kysely<Tables>,
  keys: Keys,
  { id, number, seq, mac }: ChainEnd,
): Promise<LogFault['fault'] | null> {
  const row = await db
    .selectFrom('access_log_chains')
    .select(['number', 'last_seq', 'last_mac', 'purged_seq', 'purged_mac'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return (await wasDropped(db, keys, number)) ? null : 'head_missing';
  if (row.last_seq < seq) return 'head_missing';
  if (row.purged_seq > seq) return null;
  if (row.purged_seq === seq) return row.purged_mac === mac ? null : 'head_replaced';
  const same = await db
    .selectFrom('access_log')
    .select('mac')
    .where('chain', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return same?.mac === mac ? null : 'head_replaced';
}

/** Finds a log without any chain in a database with customers: their first request began one. */
export async function emptiedFault(
  { db, separateKeys }: Store,
  chains: readonly ChainEnd[],
): Promise<LogFault[]> {
  if (chains.length > 0) return [];
  const customer = await (separateKeys ?? db)
    .selectFrom('customer_keys')
    .select('customer_id')
    .where('customer_id', '<>', '')
    .limit(1)
    .executeTakeFirst();
  return customer ? [{ fault: 'emptied', chain: null, seq: null }] : [];
}
