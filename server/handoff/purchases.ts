/** Purchases in the database: one for each reference of a customer. */
import type { Kysely } from 'kysely';
import type { Encryption } from '../core/store/encryption.ts';
import { createRecords } from '../core/store/record.ts';
import { isoTime, recordKind } from '../core/store/record-kind.ts';
import type { Store } from '../core/store/store.ts';
import type { Tables } from '../core/store/tables.ts';
import { type Purchase, storedPurchase } from './purchase.ts';

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

/** Describes stored purchases, for erasure, retention, exports and support. */
export const purchaseRecords = recordKind({
  table: 'handoff_purchases',
  kind: 'purchases',
  columns: { body: { schema: storedPurchase } },
  id: 'id',
  age: 'created_at',
  exported: ['id', 'reference', 'created_at', 'updated_at'],
  names: ['id'],
  underWay: {
    message: 'A purchase has not become an order yet.',
    holds: ({ values }) => values !== null && values.body.orderId === null && values.body.refusal === null,
  },
  booking: {
    period: 'unfinished',
    changes: ['updated_at'],
    links: ({ values }) => (values?.body.orderId ? [values.body.orderId] : []),
    expires: ({ values }) => values !== null && values.body.orderId === null,
  },
  support: {
    list: 'purchases',
    summary: ({ row, values }) => ({
      id: row.id,
      order_id: values?.body.orderId ?? null,
      refused_as: values?.body.refusal?.code ?? null,
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
    }),
  },
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
