/** Purges old records from the beginnings of the chains. */
import type { AccessLogChainRow } from '../../core/store/access-log-tables.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { anchorMac, type ChainPlace, placeMac } from './chain.ts';
import { checkRecords, recordsAfter, recordsAtOnce } from './chain-records.ts';
import { dropEmptyChains } from './dropped-chains.ts';

interface PurgeDeps {
  store: Store;
  keys: ServerKeys;
  /** Called with a chain whose oldest record was changed; nothing of it is purged. */
  onAltered: (chain: string) => void;
}

/**
 * Deletes the records before `beforeMs`, and stores the MAC of the last one, so that the rest stays verifiable. A record
 * is deleted only if its MAC is right: otherwise a change of its time would hide it. The rows of the oldest chains
 * without records go too.
 * @param beforeMs milliseconds since the epoch
 */
export async function purge(deps: PurgeDeps, beforeMs: number): Promise<void> {
  const chains = await deps.store.db
    .selectFrom('access_log_chains')
    .selectAll()
    .whereRef('purged_seq', '<', 'last_seq')
    .execute();
  for (const chain of chains) {
    let place: ChainPlace = { seq: chain.purged_seq, mac: chain.purged_mac };
    for (let isDone = false; !isDone; ) {
      const records = await recordsAfter(deps.store.db, chain, place);
      const firstNew = records.findIndex(({ at }) => at >= beforeMs);
      const old = firstNew < 0 ? records : records.slice(0, firstNew);
      const { place: end, fault } = checkRecords(deps.keys.accessLog, old, place);
      if (fault) deps.onAltered(chain.id);
      if (end.seq > place.seq) await remove(deps, chain, place, end);
      isDone = end.seq - place.seq < recordsAtOnce;
      place = end;
    }
  }
  await dropEmptyChains(deps);
}

async function remove(
  { store, keys }: PurgeDeps,
  chain: AccessLogChainRow,
  before: ChainPlace,
  end: ChainPlace,
): Promise<void> {
  const { id } = chain;
  const { accessLog: key } = keys;
  const isAnchor = chain.purge_mac === anchorMac(key, chain);
  const purged = { purged_seq: end.seq, purged_mac: end.mac };
  const purgeMac = isAnchor ? anchorMac(key, { ...chain, ...purged }) : placeMac(key, 'purge', id, end);
  await store.transaction(async (trx) => {
    await trx
      .updateTable('access_log_chains')
      .set({ ...purged, purge_mac: purgeMac })
      .where('id', '=', id)
      .where('purged_seq', '=', before.seq)
      .execute();
    await trx.deleteFrom('access_log').where('chain', '=', id).where('seq', '<=', end.seq).execute();
  });
}
