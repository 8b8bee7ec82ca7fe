/** Physicians' orders at rest: one sealed row per appointment, taken by one process at a time and changed only from the revision that was read. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { Stale } from '../writes/stale.ts';
import { newOrder, type PhysicianOrder } from './order.ts';

export type InTransaction = (trx: Kysely<Tables>) => Promise<void>;
export type Orders = ReturnType<typeof createOrders>;
/** What its worker has in hand. */
export interface Taken {
  order: PhysicianOrder;
  /** This one included. */
  attempts: number;
}

/** The phases in which nobody's write is under way and something is due: the worker carries on. */
const carried = ['rendering', 'refreshing'] as const;

export function createOrders(store: Store, seal: Seal, now: () => number) {
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
    find,

    /** Of an appointment that has none yet, an empty one that is not kept. */
    read: async (appointmentId: string) =>
      (await find(appointmentId)) ?? newOrder(appointmentId, randomUUID()),

    /** Seals now; what it returns runs in the caller's transaction and throws Stale where another came first. */
    async keep(order: PhysicianOrder, waitMs = 0, attempts = 0): Promise<InTransaction> {
      const { appointmentId: appointment_id, revision, phase } = order;
      const body = seal.seal(order);
      const values = {
        phase,
        body,
        attempts,
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
      };
    },

    async due(limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('physician_orders')
        .select('appointment_id')
        .where('phase', 'in', carried)
        .where('due_at', '<=', now())
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map((row) => row.appointment_id);
    },

    /** Keeps others away for `leaseMs`; whoever comes back later than that finds the revision moved on. */
    async take(appointmentId: string, leaseMs: number): Promise<Taken | null> {
      const row = await db
        .updateTable('physician_orders')
        .set((old) => ({
          revision: old('revision', '+', 1),
          attempts: old('attempts', '+', 1),
          due_at: now() + leaseMs,
        }))
        .where('appointment_id', '=', appointmentId)
        .where('phase', 'in', carried)
        .where('due_at', '<=', now())
        .returning(['body', 'revision', 'attempts'])
        .executeTakeFirst();
      return row ? { order: await opened(row), attempts: row.attempts } : null;
    },

    /** Goes on keeping others away from what was taken; does nothing where it has moved on. */
    async hold({ appointmentId, revision }: PhysicianOrder, leaseMs: number): Promise<void> {
      await db
        .updateTable('physician_orders')
        .set({ due_at: now() + leaseMs })
        .where('appointment_id', '=', appointmentId)
        .where('revision', '=', revision)
        .execute();
    },

    /** Whether the write under way has used up its tries and waits to be sent again. */
    async parked({ write }: PhysicianOrder): Promise<boolean> {
      if (!write) return false;
      const row = await db.selectFrom('writes').select('state').where('id', '=', write.id).executeTakeFirst();
      return row?.state === 'parked';
    },
  };
}
