/** Commits an order that needs no write. */
import type { Store } from '../store/store.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';

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
