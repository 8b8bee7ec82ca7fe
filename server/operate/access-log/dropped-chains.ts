/**
 * Drops the rows of the oldest chains once all of their records are purged: each process and each command begins a
 * chain, so that the rows would add up over the years. The last dropped chain keeps its row as the anchor, which only a
 * server can make: the log begins there.
 */
import { type Kysely, sql } from 'kysely';
import type { AccessLogChainRow } from '../../core/store/access-log-tables.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { anchorMac, faultOfChain } from './chain.ts';

type Keys = Pick<ServerKeys, 'accessLog'>;

const chainsAtOnce = 500;

/** Drops the chains at the beginning that have no record. @param onAltered called with a chain that was changed */
export async function dropEmptyChains({
  store,
  keys,
  onAltered,
}: {
  store: Store;
  keys: Keys;
  onAltered: (chain: string) => void;
}): Promise<void> {
  const { rows: empty } = await sql<{ number: number }>`
    select number from access_log_chains where purged_seq = last_seq order by number limit 2`.execute(
    store.db,
  );
  if (empty.length < 2) return;
  await store.transaction(async (trx) => {
    let query = trx.selectFrom('access_log_chains').selectAll().orderBy('number').limit(chainsAtOnce);
    // A process must not continue a chain that is dropped. SQLite has one writer.
    if (store.kind === 'postgres') query = query.forUpdate();
    const anchor = lastEmpty(await query.execute(), keys, onAltered);
    if (!anchor) return;
    await trx.deleteFrom('access_log_chains').where('number', '<', anchor.number).execute();
    await trx
      .updateTable('access_log_chains')
      .set({ purge_mac: anchorMac(keys.accessLog, anchor) })
      .where('id', '=', anchor.id)
      .execute();
  });
}

/** The last of the chains at the beginning that have no record and are authentic; undefined if there are none before it. */
function lastEmpty(
  rows: readonly AccessLogChainRow[],
  { accessLog: key }: Keys,
  onAltered: (chain: string) => void,
): AccessLogChainRow | undefined {
  let last: AccessLogChainRow | undefined;
  for (const row of rows) {
    if (row.purged_seq < row.last_seq) break;
    if (faultOfChain(key, row, last)) {
      onAltered(row.id);
      break;
    }
    last = row;
  }
  return last === rows[0] ? undefined : last;
}

/** Whether a server has dropped the chain with this number. */
export async function wasDropped(
  db: Kysely<Tables>,
  { accessLog: key }: Keys,
  number: number,
): Promise<boolean> {
  const first = await db
    .selectFrom('access_log_chains')
    .selectAll()
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && number < first.number && first.purge_mac === anchorMac(key, first);
}
