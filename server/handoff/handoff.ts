/** The handoff module: the co-branded flow, which hands an order to the service's hosted page. */
import type { Module } from '../core/module.ts';
import type { HandoffOrderHook } from '../partner/hooks.ts';
import { createHandoffReader, type HandoffReaderDeps } from './handoff-reader.ts';
import { createHandoffWrites, createWaitForWrite } from './handoff-writes.ts';
import { createHandoffs } from './handoffs.ts';
import { createMakeOrder, type MakeOrderDeps } from './make-order.ts';
import { createOpen, type OpenDeps } from './open.ts';
import { createOrderOf } from './order.ts';
import { createPurchases } from './purchases.ts';
import { type HandoffRoutesDeps, handoffRouter } from './routes.ts';

interface HandoffDeps
  extends Omit<HandoffReaderDeps, 'handoffs' | 'writes' | 'appointments' | 'now'>,
    Omit<MakeOrderDeps, 'purchases'>,
    Pick<OpenDeps, 'assumptions' | 'allowedHosts' | 'frameOrigin'>,
    Pick<HandoffRoutesDeps, 'guard' | 'contact'> {
  appointments: HandoffReaderDeps['appointments'] & OpenDeps['appointments'];
  order: HandoffOrderHook;
}

/**
 * Creates the module.
 * @returns its routes, under /handoffs
 */
export function createHandoffModule({ clock, ...others }: HandoffDeps): Module {
  const { now } = clock;
  const deps = { ...others, now };
  const { store, encryption, outbox, order, log } = deps;
  const handoffs = createHandoffs(store, encryption, now);
  const writes = createHandoffWrites(outbox, handoffs, log);
  const purchases = createPurchases(store, encryption, now);
  const makeOrder = createMakeOrder({ ...deps, purchases, clock });
  const reader = createHandoffReader({ ...deps, handoffs, writes });
  const orderOf = createOrderOf({ ask: order, makeOrder, purchases, log });
  const waitForWrite = createWaitForWrite({ handoffs, writes });
  const opening = createOpen({ ...deps, handoffs, writes, waitForWrite, reader, orderOf });
  return { router: handoffRouter({ ...deps, handoffs, writes, waitForWrite, reader, opening }) };
}
