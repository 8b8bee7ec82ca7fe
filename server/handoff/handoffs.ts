/** Handoffs at rest: one sealed row each, at most one current per order, changed only from the revision that was read. */
import type { Kysely } from 'kysely';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { Stale } from '../writes/stale.ts';
import type { Handoff } from './handoff.ts';

type InTransaction = (trx: Kysely<Tables>) => Promise<void>;

export interface Handoffs {
  load(id: string): Promise<Handoff | null>;
  current(customerId: string, orderId: string): Promise<Handoff | null>;
  /** Seals now; what it returns runs in the caller's transaction and throws Stale where another came first. */
  insert(handoff: Handoff, inPlaceOf: Handoff | null): Promise<InTransaction>;
  /** Likewise. The handoff carries its next revision. */
  update(handoff: Handoff): Promise<InTransaction>;
  /** Whether the write under way has used up its tries and waits to be sent again. */
  parked(handoff: Handoff): Promise<boolean>;
}

export function createHandoffs(store: Store, seal: Seal, now: () => number): Handoffs {
  const { db } = store;
  const opened = (row: { body: string } | undefined) => (row ? seal.open<Handoff>(row.body) : null);

  return {
    load: async (id) =>
      opened(await db.selectFrom('handoffs').select('body').where('id', '=', id).executeTakeFirst()),
    current: async (customerId, orderId) =>
      opened(
        await db
          .selectFrom('handoffs')
          .select('body')
          .where('customer_id', '=', customerId)
          .where('order_id', '=', orderId)
          .where('is_current', '=', 1)
          .executeTakeFirst(),
      ),
    async insert(handoff, inPlaceOf) {
      const { id, customerId, orderId, revision } = handoff;
      const body = seal.seal(handoff);
      return async (trx) => {
        if (inPlaceOf) {
          const replaced = await trx
            .updateTable('handoffs')
            .set({ is_current: 0, updated_at: now() })
            .where('id', '=', inPlaceOf.id)
            .where('revision', '=', inPlaceOf.revision)
            .executeTakeFirst();
          if (replaced.numUpdatedRows !== 1n) throw new Stale();
        }
        const at = now();
        const inserted = await trx
          .insertInto('handoffs')
          .values({
            id,
            customer_id: customerId,
            order_id: orderId,
            is_current: 1,
            revision,
            body,
            created_at: at,
            updated_at: at,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (Number(inserted.numInsertedOrUpdatedRows ?? 0) !== 1) throw new Stale();
      };
    },
    async update(handoff) {
      const { id, revision } = handoff;
      const body = seal.seal(handoff);
      return async (trx) => {
        const updated = await trx
          .updateTable('handoffs')
          .set({ revision, body, updated_at: now() })
          .where('id', '=', id)
          .where('revision', '=', revision - 1)
          .executeTakeFirst();
        if (updated.numUpdatedRows !== 1n) throw new Stale();
      };
    },
    async parked({ state, writeId }) {
      if (state !== 'preparing' || writeId === null) return false;
      const row = await db.selectFrom('writes').select('state').where('id', '=', writeId).executeTakeFirst();
      return row?.state === 'parked';
    },
  };
}
