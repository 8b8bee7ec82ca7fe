/** The writes of all users that wait: parked, or without an outcome for a minute. Nothing of their content is read. */
import { type Kysely, sql } from 'kysely';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { nextTryAtMs, reopenWrites } from './operate.ts';

/** Selects waiting writes. */
export interface WaitingFilter {
  /** Only parked ones with this reason, as the log event `write.parked` has it. */
  reason?: string | undefined;
  /** Only those that began at this time or later, in milliseconds since the epoch. */
  sinceMs?: number | undefined;
}

/** A write that waits. Times are ISO 8601. */
export interface WaitingWrite {
  id: string;
  kind: string;
  flow: string;
  /** `due` or `parked`. */
  state: string;
  /** Why it is parked; null while it is due. */
  reason: string | null;
  tries: number;
  /** The booking, appointment, document or other record that waits for it. */
  owner_id: string;
  created_at: string;
  /** Null while a process works on it, and if only a command or another API key sends it again. */
  next_try_at: string | null;
}

/** A write that is tried for the first time is no news yet. */
const lateAfterMs = 60_000;
const most = 1_000;

const selected = (db: Kysely<Tables>, { reason, sinceMs }: WaitingFilter) => {
  // As the partial index says it.
  let query = db.selectFrom('writes').where(sql<boolean>`state <> 'settled'`);
  if (reason !== undefined) query = query.where('parked_reason', '=', reason);
  if (sinceMs !== undefined) query = query.where('created_at', '>=', sinceMs);
  return query;
};

/**
 * Lists at most 1,000 writes, the oldest first.
 * @param nowMs milliseconds since the epoch
 */
export async function listWaiting(
  { db }: Store,
  filter: WaitingFilter,
  nowMs: number,
): Promise<WaitingWrite[]> {
  const rows = await selected(db, filter)
    .select(['id', 'kind', 'flow', 'state', 'parked_reason', 'attempts', 'owner_id', 'created_at'])
    .select(['due_at', 'lease_owner', 'waits_for'])
    .where(({ or, eb }) => or([eb('state', '=', 'parked'), eb('created_at', '<', nowMs - lateAfterMs)]))
    .orderBy('created_at')
    .limit(most)
    .execute();
  return rows.map((row) => {
    const isSentAgain = row.state === 'due' || row.waits_for === 'service' || row.waits_for === 'reader';
    const nextMs = isSentAgain ? nextTryAtMs(row) : null;
    return {
      ...{ id: row.id, kind: row.kind, flow: row.flow, state: row.state, reason: row.parked_reason },
      ...{ tries: row.attempts, owner_id: row.owner_id },
      created_at: new Date(row.created_at).toISOString(),
      next_try_at: nextMs === null ? null : new Date(nextMs).toISOString(),
    };
  });
}

/**
 * Makes parked writes due, with the same keys and bytes.
 * @param nowMs milliseconds since the epoch
 * @returns those that were parked
 */
export async function retryParked(
  { db }: Store,
  filter: WaitingFilter,
  nowMs: number,
): Promise<{ id: string; kind: string }[]> {
  const rows = await selected(db, filter).select(['id', 'kind']).where('state', '=', 'parked').execute();
  const ids = rows.map(({ id }) => id);
  const reopened = new Set(await reopenWrites(db, ids, nowMs));
  return rows.filter(({ id }) => reopened.has(id));
}
