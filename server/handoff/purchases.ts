/** Purchases at rest: one sealed row for each reference of a customer's, changed only from the revision that was read. */
import type { Kysely } from 'kysely';
import { Conflict } from '../store/conflict.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Purchase } from './purchase.ts';

export interface Purchases {
  load(id: string): Promise<Purchase | null>;
  find(customerId: string, reference: string): Promise<Purchase | null>;
  /** @throws Conflict where another came first */
  insert(trx: Kysely<Tables>, purchase: Purchase): Promise<void>;
  /** @param purchase with its next revision. @throws Conflict where another came first */
  update(trx: Kysely<Tables>, purchase: Purchase): Promise<void>;
}

export function createPurchases({ db }: Store, encryption: Encryption, now: () => number): Purchases {
  const table = () => db.selectFrom('handoff_purchases').select('body');
  const opened = (row: { body: string } | undefined) => (row ? encryption.decrypt<Purchase>(row.body) : null);

  return {
    load: async (id) => opened(await table().where('id', '=', id).executeTakeFirst()),
    find: async (customerId, reference) =>
      opened(
        await table()
          .where('customer_id', '=', customerId)
          .where('reference', '=', reference)
          .executeTakeFirst(),
      ),
    async insert(trx, purchase) {
      const { id, customerId, revision, facts } = purchase;
      const at = { created_at: now(), updated_at: now() };
      const body = encryption.encrypt(purchase);
      const inserted = await trx
        .insertInto('handoff_purchases')
        .values({ id, customer_id: customerId, reference: facts.reference, revision, body, ...at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (Number(inserted.numInsertedOrUpdatedRows ?? 0) !== 1) throw new Conflict();
    },
    async update(trx, purchase) {
      const { id, revision } = purchase;
      const updated = await trx
        .updateTable('handoff_purchases')
        .set({ revision, body: encryption.encrypt(purchase), updated_at: now() })
        .where('id', '=', id)
        .where('revision', '=', revision - 1)
        .executeTakeFirst();
      if (updated.numUpdatedRows !== 1n) throw new Conflict();
    },
  };
}
