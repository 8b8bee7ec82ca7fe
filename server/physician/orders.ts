/** Physicians' orders at rest: one sealed row per appointment, changed only from the revision that was read. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { noLease } from '../jobs/leased-table.ts';
import type { Seal } from '../store/sealing.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { Stale } from '../writes/stale.ts';
import { newOrder, type PhysicianOrder } from './order.ts';

export type InTransaction = (trx: Kysely<Tables>) => Promise<void>;
export type Orders = ReturnType<typeof createOrders>;

/** @param onDue told after each commit that leaves an order to the worker, with the time when it is due */
export function createOrders(store: Store, seal: Seal, now: () => number, onDue: (atMs: number) => void) {
  const { db } = store;

  const opened = (row: { body: string; revision: number }): PhysicianOrder => ({
    ...seal.open<PhysicianOrder>(row.body),
    revision: row.revision,
  });

  async function find(appointmentId: string): Promise<PhysicianOrder | null> {
    const row = await db
      .selectFrom('physician_orders')
      .select(['body', 'revision'])
      .where('appointment_id', '=', appointmentId)
      .executeTakeFirst();
    return row ? opened(row) : null;
  }

  return {
    opened,
    find,

    /** Of an appointment that has none yet, an empty one that is not kept. */
    read: async (appointmentId: string) =>
      (await find(appointmentId)) ?? newOrder(appointmentId, randomUUID()),

    /**
     * Seals now; what it returns runs in the caller's transaction, ends any lease, and throws Stale where another came
     * first.
     * @param waitMs until the next read, where the phase needs one. @default 0
     */
    async keep(order: PhysicianOrder, waitMs = 0): Promise<InTransaction> {
      const { appointmentId: appointment_id, revision, phase } = order;
      const body = seal.seal(order);
      const values = {
        phase,
        body,
        attempts: 0,
        ...noLease,
        revision: revision + 1,
        due_at: now() + waitMs,
        updated_at: now(),
      };
      return async (trx) => {
        const kept =
          revision === 0
            ? await trx
                .insertInto('physician_orders')
                .values({ appointment_id, ...values })
                .onConflict((conflict) => conflict.doNothing())
                .executeTakeFirst()
            : await trx
                .updateTable('physician_orders')
                .set(values)
                .where('appointment_id', '=', appointment_id)
                .where('revision', '=', revision)
                .executeTakeFirst();
        const rows = 'numUpdatedRows' in kept ? kept.numUpdatedRows : (kept.numInsertedOrUpdatedRows ?? 0n);
        if (rows !== 1n) throw new Stale();
        if (isWork(phase)) afterCommit(trx, () => onDue(values.due_at));
      };
    },

    /** Whether the write under way has used up its tries and waits to be sent again. */
    async parked({ write }: PhysicianOrder): Promise<boolean> {
      if (!write) return false;
      const row = await db.selectFrom('writes').select('state').where('id', '=', write.id).executeTakeFirst();
      return row?.state === 'parked';
    },
  };
}

/** The phases in which the worker reads from the upstream. */
const isWork = (phase: PhysicianOrder['phase']) => phase === 'rendering' || phase === 'refreshing';
