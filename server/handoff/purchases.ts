/** Purchases at rest: one sealed row for each reference of a customer's, changed only from the revision that was read. */
import type { Kysely } from 'kysely';
import type { Seal } from '../store/sealing.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { Stale } from '../writes/stale.ts';
import type { Purchase } from './purchase.ts';

type InTransaction = (trx: Kysely<Tables>) => Promise<void>;

export interface Purchases {
  load(id: string): Promise<Purchase | null>;
  find(customerId: string, reference: string): Promise<Purchase | null>;
  /** Seals now; what it returns runs in the caller's transaction and throws Stale where another came first. */
  insert(purchase: Purchase): Promise<InTransaction>;
  /** Likewise. The purchase carries its next revision. */
  update(purchase: Purchase): Promise<InTransaction>;
}

export function createPurchases({ db }: Store, seal: Seal, now: () => number): Purchases {
  const table = () => db.selectFrom('handoff_purchases').select('body');
  const opened = (row: { body: string } | undefined) => (row ? seal.open<Purchase>(row.body) : null);

  return {
    load: async (id) => opened(await table().where('id', '=', id).executeTakeFirst()),
    find: async (customerId, reference) =>
      opened(
        await table()
          .where('customer_id', '=', customerId)
          .where('reference', '=', reference)
          .executeTakeFirst(),
      ),
    async insert(purchase) {
      const { id, customerId, revision, facts } = purchase;
      const body = seal.seal(purchase);
      return async (trx) => {
        const at = now();
        const inserted = await trx
          .insertInto('handoff_purchases')
          .values({
            id,
            customer_id: customerId,
            reference: facts.reference,
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
    async update(purchase) {
      const { id, revision } = purchase;
      const body = seal.seal(purchase);
      return async (trx) => {
        const updated = await trx
          .updateTable('handoff_purchases')
          .set({ revision, body, updated_at: now() })
          .where('id', '=', id)
          .where('revision', '=', revision - 1)
          .executeTakeFirst();
        if (updated.numUpdatedRows !== 1n) throw new Stale();
      };
    },
  };
}
