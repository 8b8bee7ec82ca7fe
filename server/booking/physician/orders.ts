/** Physicians' orders in the database: one for each appointment. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Encryption } from '../../core/store/encryption.ts';
import { noLease } from '../../core/store/lease-columns.ts';
import { createRecords } from '../../core/store/record.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import { afterCommit, type Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { newOrder, type OrderPhase, type PhysicianOrder, storedOrder } from './order.ts';

/** The physicians' orders in the database, as {@link createOrders} creates them. */
export type Orders = ReturnType<typeof createOrders>;

/** The phases in which the worker reads from the upstream. */
const workPhases: readonly string[] = ['rendering', 'refreshing'] satisfies OrderPhase[];
const isWork = ({ phase }: { phase: string }) => workPhases.includes(phase);

/** Describes stored orders, for erasure, retention, exports and support. */
export const physicianOrderRecords = recordKind({
  table: 'physician_orders',
  kind: 'physician_orders',
  columns: { body: { schema: storedOrder } },
  id: 'appointment_id',
  age: 'updated_at',
  exported: ['appointment_id', 'phase', 'updated_at'],
  owners: ['appointment_id'],
  underWay: {
    message: "A physician's order waits for the service.",
    holds: ({ row }) => row.phase === ('writing' satisfies OrderPhase) || isWork(row),
  },
  pause: { work: 'physician_order', isWaiting: ({ row }) => isWork(row) },
  support: {
    list: 'physician_orders',
    summary: ({ row }) => ({
      appointment_id: row.appointment_id,
      phase: row.phase,
      tries: row.attempts,
      updated_at: isoTime(row.updated_at),
    }),
  },
});

/**
 * Creates the stored orders over the database.
 * @param now milliseconds since the epoch
 * @param onDue called after each commit that leaves an order to the worker, with the time when it is due in
 * milliseconds since the epoch
 */
export function createOrders(
  store: Store,
  encryption: Encryption,
  now: () => number,
  onDue: (atMs: number) => void,
) {
  const records = createRecords(store, encryption, {
    table: 'physician_orders',
    schema: storedOrder,
    revision: 'revision',
    placeOf: ({ appointmentId, customerId }) => ({ appointment_id: appointmentId, customer_id: customerId }),
    // A lease raises the revision of the row only.
    restore: (body, { revision }) => ({ ...body, revision }),
  });

  const find = (appointmentId: string, trx?: Kysely<Tables>) =>
    records.load({ appointment_id: appointmentId }, trx);

  return {
    /** Decrypts a row. @throws Unreadable */
    opened: records.open,
    /** Loads the order of an appointment; null if it has none. */
    find,

    /** Loads the order of an appointment; if it has none yet, makes an empty one that is not stored. */
    read: async (appointment: Pick<PhysicianOrder, 'appointmentId' | 'customerId'>) =>
      (await find(appointment.appointmentId)) ?? newOrder(appointment, randomUUID()),

    /**
     * Stores an order and ends any lease of it.
     * @param order its revision is the one that it was computed from
     * @param waitMs until the worker reads, if the phase is the worker's. @default 0
     * @throws Conflict if the order has changed since it was read
     */
    async keep(trx: Kysely<Tables>, order: PhysicianOrder, waitMs = 0): Promise<void> {
      const { revision, phase } = order;
      const dueAt = now() + waitMs;
      const columns = { phase, ...noLease, due_at: dueAt, updated_at: now() };
      if (revision === 0) await records.insert(trx, order, columns);
      else await records.update(trx, order, revision, columns);
      if (isWork(order)) afterCommit(trx, () => onDue(dueAt));
    },
  };
}

/**
 * Stores an order in a transaction of its own.
 * @returns the order with its next revision
 * @throws Conflict if the order has changed since it was read
 */
export async function keepOrder(
  { store, orders }: { store: Store; orders: Orders },
  order: PhysicianOrder,
): Promise<PhysicianOrder> {
  await store.transaction((trx) => orders.keep(trx, order));
  return { ...order, revision: order.revision + 1 };
}
