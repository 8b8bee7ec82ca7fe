/** Requests reads of the service's resources; `event-reads.ts` does them. */
import type { Kysely } from 'kysely';
import type { ReadKind } from '../../contract/upstream-webhooks.ts';
import { dueUnlessLeased } from '../../core/jobs/leased-table.ts';
import { noLease } from '../../core/store/lease-columns.ts';
import type { Tables } from '../../core/store/tables.ts';
import type { Subject } from './event.ts';

/**
 * Requests a read of each resource. A read that is under way is followed by another one.
 * @param nowMs milliseconds since the epoch
 */
export async function requestReads(
  trx: Kysely<Tables>,
  subjects: readonly Subject[],
  nowMs: number,
): Promise<void> {
  if (subjects.length === 0) return;
  const rows = subjects.map(({ kind, ref }) => ({ subject: `${kind}:${ref}`, kind, ref }));
  await trx
    .insertInto('webhook_reads')
    .values(
      inOrder(rows, 'subject').map((row) => ({
        ...row,
        asked: 1,
        state: 'due',
        ...noLease,
        due_at: nowMs,
        fence: 0,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((row) => ({
        asked: row('webhook_reads.asked', '+', 1),
        state: 'due',
        attempts: 0,
        due_at: dueUnlessLeased('webhook_reads', nowMs),
      })),
    )
    .execute();
}

const readKinds = ['appointment', 'consent_evidence', 'physician_evidence'] as const satisfies ReadKind[];

/** Deletes the requested reads of resources. @param refs the service's ids */
export async function dropReads(trx: Kysely<Tables>, refs: readonly string[]): Promise<void> {
  const subjects = refs.flatMap((ref) => readKinds.map((kind) => `${kind}:${ref}`));
  if (subjects.length > 0) await trx.deleteFrom('webhook_reads').where('subject', 'in', subjects).execute();
}

/**
 * Removes duplicates and sorts in an order that is the same in every process, so that two commits never deadlock. Of
 * duplicates the first stays.
 * @param name the property that is compared
 */
export function inOrder<K extends string, R extends Record<K, string>>(rows: R[], name: K): R[] {
  const once = new Map(rows.toReversed().map((row) => [row[name], row]));
  return [...once.values()].sort((a, b) => (a[name] < b[name] ? -1 : 1));
}
