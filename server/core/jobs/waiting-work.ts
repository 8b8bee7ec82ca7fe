/**
 * The work of all users that waits for the service or for the partner's backend: parked, or without an outcome for a
 * minute. Nothing of its content is read.
 */
import { type Kysely, sql } from 'kysely';
import type { WaitingWork } from '../../contract/admin-api/views.ts';
import { isoTime } from '../store/record-kind.ts';
import type { Tables } from '../store/tables.ts';

/** Selects waiting work. */
export interface WaitingFilter {
  /** Only parked writes with this reason, as the log event `write.parked` has it. */
  reason?: string | undefined;
  /** Only work that began at this time or later, in milliseconds since the epoch. */
  sinceMs?: number | undefined;
}

type Group = WaitingWork['groups'][number];
type Item = WaitingWork['items'][number];

/** Work that is tried for the first time is no news yet. */
const lateAfterMs = 60_000;
const itemsAtMost = 1_000;

/** The conditions on `state` are those of the partial indexes. */
const unfinished = sql`
  select 'write' as kind, id, kind as write, state, parked_reason as reason, owner_id, attempts, created_at,
      case when lease_owner is null and (state = 'due' or waits_for in ('service', 'reader')) then due_at end as due_at
    from writes where state <> 'settled'
  union all
  select 'event', event_id, null, state, null, booking_id, attempts, created_at,
      case when lease_owner is null and state = 'due' then due_at end
    from events where state <> 'delivered'`;

/**
 * Reads the groups of waiting work, the oldest first, and its 1,000 oldest items.
 * @param nowMs milliseconds since the epoch
 */
export async function readWaitingWork(
  db: Kysely<Tables>,
  { reason, sinceMs = 0 }: WaitingFilter,
  nowMs: number,
): Promise<WaitingWork> {
  const ofReason = reason === undefined ? sql`true` : sql`reason = ${reason}`;
  const waiting = sql`(${unfinished}) as waiting
    where (state = 'parked' or created_at < ${nowMs - lateAfterMs}) and created_at >= ${sinceMs} and ${ofReason}`;
  const { rows: groups } = await sql<Omit<Group, 'oldest_at'> & { oldest_ms: number }>`
    select kind, write, state, reason, count(*) as count, min(created_at) as oldest_ms
    from ${waiting} group by kind, write, state, reason order by oldest_ms`.execute(db);
  const { rows: items } = await sql<ItemRow>`
    select * from ${waiting} order by created_at, id limit ${sql.lit(itemsAtMost)}`.execute(db);
  return {
    groups: groups.map(({ oldest_ms, count, ...group }) => ({
      ...group,
      count: Number(count),
      oldest_at: isoTime(oldest_ms),
    })),
    items: items.map(({ attempts, created_at, due_at, ...item }) => ({
      ...item,
      tries: attempts,
      created_at: isoTime(created_at),
      next_try_at: due_at === null ? null : isoTime(due_at),
    })),
  };
}

interface ItemRow extends Omit<Item, 'tries' | 'created_at' | 'next_try_at'> {
  attempts: number;
  created_at: number;
  due_at: number | null;
}
