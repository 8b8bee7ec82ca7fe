/** Who carries a physician's order on: one process at a time, for as long as it holds it. */
import { expect, it } from 'vitest';
import { newOrder } from '../../server/physician/order.ts';
import { createOrders } from '../../server/physician/orders.ts';
import { newSeal } from '../store/sealed.ts';
import { newTestStore, storeKinds } from '../store/test-stores.ts';

it.each(storeKinds)(
  'is taken by one, held for longer than its lease, and free when the holding ends, on %s',
  async (kind) => {
    const store = await newTestStore(kind);
    let now = 1_000_000;
    const orders = createOrders(store, newSeal(), () => now);
    const order = { ...newOrder('appointment-1', 'link-1'), phase: 'refreshing' } as const;
    await store.transaction(await orders.keep(order));
    const taken = await orders.take('appointment-1', 5_000);
    if (!taken) throw new Error('nobody held it');
    now += 4_000;
    await orders.hold(taken.order, 5_000);
    now += 4_000;
    expect(await orders.take('appointment-1', 5_000)).toBeNull();
    now += 1_000;
    expect((await orders.take('appointment-1', 5_000))?.attempts).toBe(2);

    // Who comes back to it after another has taken it holds nothing.
    await orders.hold(taken.order, 60_000);
    now += 5_000;
    expect(await orders.due(9)).toEqual(['appointment-1']);
  },
);
