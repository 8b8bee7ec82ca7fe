/** Handoffs at rest: one sealed row each, at most one current per order, changed only from the revision that was read. */
import type { Kysely } from 'kysely';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Handoff } from './handoff-state.ts';

export interface Handoffs {
  load(id: string): Promise<Handoff | null>;
  current(customerId: string, orderId: string): Promise<Handoff | null>;
  /** Inserts it as the order's current one. @throws Conflict where another came first */
  insert(trx: Kysely<Tables>, handoff: Handoff, inPlaceOf: Handoff | null): Promise<void>;
  /** @param handoff with its next revision. @throws Conflict where another came first */
  update(trx: Kysely<Tables>, handoff: Handoff): Promise<void>;
}

export function createHandoffs(store: Store, encryption: Encryption, now: () => number): Handoffs {
  const { db } = store;
  const opened = (row: { body: string } | undefined) => (row ? encryption.decrypt<Handoff>(row.body) : null);

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
    async insert(trx, handoff, inPlaceOf) {
      const { id, customerId, orderId, revision } = handoff;
      if (inPlaceOf) {
        const replaced = await trx
          .updateTable('handoffs')
          .set({ is_current: 0, updated_at: now() })
          .where('id', '=', inPlaceOf.id)
          .where('revision', '=', inPlaceOf.revision)
          .executeTakeFirst();
        if (replaced.numUpdatedRows !== 1n) throw new Conflict();
      }
      const at = { created_at: now(), updated_at: now() };
      const body = encryption.encrypt(handoff);
      const inserted = await trx
        .insertInto('handoffs')
        .values({ id, customer_id: customerId, order_id: orderId, is_current: 1, revision, body, ...at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0) !== 1) throw new Conflict();
    },
    async update(trx, handoff) {
      const { id, revision } = handoff;
      const updated = await trx
        .updateTable('handoffs')
        .set({ revision, body: encryption.encrypt(handoff), updated_at: now() })
        .where('id', '=', id)
        .where('revision', '=', revision - 1)
        .executeTakeFirst();
      if (updated.numUpdatedRows !== 1n) throw new Conflict();
    },
  };
}
