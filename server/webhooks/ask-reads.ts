/** Requests reads of the service's resources; `event-reads.ts` does them. */
import type { Kysely } from 'kysely';
import { noLease } from '../jobs/leased-table.ts';
import type { Tables } from '../store/tables.ts';
import type { Subject } from './event.ts';
import { inOrder } from './in-order.ts';

/**
 * Requests a read of each resource. A read that is under way is followed by another one.
 * @param nowMs milliseconds since the epoch
 */
export async function askReads(
  trx: Kysely<Tables>,
  subjects: readonly Subject[],
  nowMs: number,
): Promise<void> {
  if (subjects.length === 0) return;
  const due = { state: 'due', attempts: 0, due_at: nowMs } as const;
  const rows = subjects.map(({ kind, ref }) => ({ subject: `${kind}:${ref}`, kind, ref }));
  await trx
    .insertInto('webhook_reads')
    .values(inOrder(rows, 'subject').map((row) => ({ ...row, asked: 1, ...due, ...noLease, fence: 0 })))
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((row) => ({ ...due, asked: row('webhook_reads.asked', '+', 1) })),
    )
    .execute();
}
