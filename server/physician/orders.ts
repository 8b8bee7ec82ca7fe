/** Physicians' orders at rest: one sealed row per appointment, changed only from the revision that was read. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { noLease } from '../jobs/leased-table.ts';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import { afterCommit, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { newOrder, type PhysicianOrder } from './order.ts';

export type Orders = ReturnType<typeof createOrders>;

/** @param onDue told after each commit that leaves an order to the worker, with the time when it is due */
export function createOrders(
  store: Store,
  encryption: Encryption,
  now: () => number,
  onDue: (atMs: number) => void,
) {
  const { db } = store;

  const opened = (row: { body: string; revision: number }): PhysicianOrder => ({
    ...encryption.decrypt<PhysicianOrder>(row.body),
    revision: row.revision,
  });

  async function find(appointmentId: string, trx: Kysely<Tables> = db): Promise<PhysicianOrder | null> {
    const row = await trx
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
     * Ends any lease.
     * @param order its revision is the one that it was computed from
     * @param waitMs until the worker reads, where the phase is its. @default 0
     * @throws Conflict where another came first
     */
    async keep(trx: Kysely<Tables>, order: PhysicianOrder, waitMs = 0): Promise<void> {
      const { appointmentId: appointment_id, revision, phase } = order;
      const values = {
        phase,
        body: encryption.encrypt(order),
        attempts: 0,
        ...noLease,
        revision: revision + 1,
        due_at: now() + waitMs,
        updated_at: now(),
      };
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
      if (rows !== 1n) throw new Conflict();
      if (isWork(phase)) afterCommit(trx, () => onDue(values.due_at));
    },
  };
}

/** The phases in which the worker reads from the upstream. */
const isWork = (phase: PhysicianOrder['phase']) => phase === 'rendering' || phase === 'refreshing';
