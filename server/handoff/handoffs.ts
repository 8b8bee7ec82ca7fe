/** Handoffs in the database: at most one current handoff for each order. */
import type { Kysely } from 'kysely';
import { Conflict } from '../core/store/conflict.ts';
import type { Encryption } from '../core/store/encryption.ts';
import { createRecords } from '../core/store/record.ts';
import { isoTime, recordKind } from '../core/store/record-kind.ts';
import type { Store } from '../core/store/store.ts';
import type { Tables } from '../core/store/tables.ts';
import { type Handoff, storedHandoff } from './handoff-state.ts';

/** The handoffs in the database. */
export interface Handoffs {
  /** Loads a handoff; null if it is missing. */
  load(id: string): Promise<Handoff | null>;
  /** Loads a handoff of this customer; null if it is missing, or if the order has become another customer's. */
  own(customerId: string, id: string): Promise<Handoff | null>;
  /** Loads the current handoff of an order; null if the customer has none for it. */
  current(customerId: string, orderId: string): Promise<Handoff | null>;
  /**
   * Inserts it as the order's current one, in place of that of another customer too: the order was moved.
   * @param inPlaceOf the current one that it replaces; null if there is none
   * @throws Conflict if the order has another current one by now, or `inPlaceOf` has changed
   */
  insert(trx: Kysely<Tables>, handoff: Handoff, inPlaceOf: Handoff | null): Promise<void>;
  /** Stores a change. @param handoff with its next revision. @throws Conflict if another change came first */
  update(trx: Kysely<Tables>, handoff: Handoff): Promise<void>;
}

/** Describes stored handoffs, for erasure, retention, exports and support. */
export const handoffRecords = recordKind({
  table: 'handoffs',
  kind: 'handoffs',
  columns: { body: { schema: storedHandoff } },
  id: 'id',
  age: 'created_at',
  exported: ['id', 'order_id', 'is_current', 'created_at', 'updated_at'],
  names: ['id'],
  underWay: {
    message: 'A handoff waits for the service.',
    holds: ({ row, values }) =>
      row.is_current === 1 && (values?.body.state === 'preparing' || values?.body.state === 'verifying'),
  },
  booking: {
    period: 'unfinished',
    changes: ['updated_at'],
    links: ({ row }) => [row.order_id],
    expires: () => true,
  },
  support: {
    list: 'handoffs',
    summary: ({ row, values }) => ({
      id: row.id,
      order_id: row.order_id,
      is_current: row.is_current === 1,
      state: values?.body.state ?? null,
      updated_at: isoTime(row.updated_at),
    }),
  },
});

/**
 * Creates the stored handoffs over the database. Their `insert` and `update` throw Conflict.
 * @param now milliseconds since the epoch
 */
export function createHandoffs(store: Store, encryption: Encryption, now: () => number): Handoffs {
  const records = createRecords(store, encryption, {
    table: 'handoffs',
    schema: storedHandoff,
    revision: 'revision',
    placeOf: ({ id, customerId }) => ({ id, customer_id: customerId }),
  });

  return {
    load: (id) => records.load({ id }),
    async own(customerId, id) {
      const handoff = await records.load({ id, customer_id: customerId });
      const current = await store.db
        .selectFrom('handoffs')
        .select('customer_id')
        .where('order_id', '=', handoff?.orderId ?? '')
        .where('is_current', '=', 1)
        .executeTakeFirst();
      return current && current.customer_id !== customerId ? null : handoff;
    },
    current: (customerId, orderId) =>
      records.load({ customer_id: customerId, order_id: orderId, is_current: 1 }),
    async insert(trx, handoff, inPlaceOf) {
      if (inPlaceOf) {
        const replaced = await trx
          .updateTable('handoffs')
          .set({ is_current: 0, updated_at: now() })
          .where('id', '=', inPlaceOf.id)
          .where('revision', '=', inPlaceOf.revision)
          .executeTakeFirst();
        if (replaced.numUpdatedRows !== 1n) throw new Conflict();
      }
      await trx
        .updateTable('handoffs')
        .set({ is_current: 0, updated_at: now() })
        .where('order_id', '=', handoff.orderId)
        .where('is_current', '=', 1)
        .where('customer_id', '<>', handoff.customerId)
        .execute();
      const at = { created_at: now(), updated_at: now() };
      await records.insert(trx, handoff, { order_id: handoff.orderId, is_current: 1, ...at });
    },
    update: (trx, handoff) => records.update(trx, handoff, handoff.revision - 1, { updated_at: now() }),
  };
}
