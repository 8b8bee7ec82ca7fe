/** Purchases in the database: one for each reference of a customer. */
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { handoffPurchase } from '../contract/hooks-api.ts';
import type { Encryption } from '../store/encryption.ts';
import { createRecords } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { storedRefusal } from './handoffs.ts';
import type { Purchase } from './purchase.ts';

/** The purchases in the database. */
export interface Purchases {
  /** Loads a purchase; null if it is missing. */
  load(id: string): Promise<Purchase | null>;
  /** Loads the purchase of a customer with the partner's own reference; null if it is missing. */
  find(customerId: string, reference: string): Promise<Purchase | null>;
  /** Inserts a purchase. @throws Conflict if the customer has one with this reference */
  insert(trx: Kysely<Tables>, purchase: Purchase): Promise<void>;
  /** Stores a change. @param purchase with its next revision. @throws Conflict if another change came first */
  update(trx: Kysely<Tables>, purchase: Purchase): Promise<void>;
}

const text = z.string();

const storedPurchase: z.ZodType<Purchase> = z.looseObject({
  id: text,
  customerId: text,
  revision: z.int(),
  facts: handoffPurchase,
  product: z.looseObject({ id: text, testId: text, testType: text, needsPrescreen: z.boolean() }),
  identityId: text.nullable(),
  prescreenOrderId: text.nullable(),
  orderId: text.nullable(),
  writeId: text.nullable(),
  refusal: storedRefusal.nullable(),
  beginnings: z.int().exactOptional(),
});

/**
 * Creates the stored purchases over the database.
 * @param now milliseconds since the epoch
 */
export function createPurchases(store: Store, encryption: Encryption, now: () => number): Purchases {
  const records = createRecords(store, encryption, {
    table: 'handoff_purchases',
    schema: storedPurchase,
    revision: 'revision',
    placeOf: ({ id, customerId }) => ({ id, customer_id: customerId }),
  });

  return {
    load: (id) => records.load({ id }),
    find: (customerId, reference) => records.load({ customer_id: customerId, reference }),
    insert: (trx, purchase) =>
      records.insert(trx, purchase, {
        reference: purchase.facts.reference,
        created_at: now(),
        updated_at: now(),
      }),
    update: (trx, purchase) => records.update(trx, purchase, purchase.revision - 1, { updated_at: now() }),
  };
}
