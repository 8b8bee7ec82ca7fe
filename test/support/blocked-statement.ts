/** Waits until two pieces of work meet in the database. */
import { sql } from 'kysely';
import type { Store } from '../../server/core/store/store.ts';
import { eventually } from './eventually.ts';
import type { StoreKind } from './test-stores.ts';

/**
 * Resolves when a statement waits for a lock of a running transaction. With SQLite it resolves at once, because the store
 * runs a statement only after the transaction.
 */
export async function untilBlocked(store: Store, kind: StoreKind): Promise<void> {
  if (kind === 'sqlite') return;
  const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => ((await waiting.execute(store.db)).rows[0]?.count ?? 0) > 0);
}
