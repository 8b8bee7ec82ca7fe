/** Puts the handoff's room together: its rows, its write, its looks at the order's appointment, and its routes. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { HandoffOrderHook } from '../hooks.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { ReadProduct } from '../upstream/offerings/reads.ts';
import { createLook, type LookNeeds } from './handoff-reader.ts';
import { createHandoffWrites } from './handoff-writes.ts';
import { createHandoffs } from './handoffs.ts';
import { createMakeOrder } from './make-order.ts';
import { createOpen } from './open.ts';
import { createOrderOf } from './order.ts';
import { createPurchases } from './purchases.ts';
import { handoffRouter } from './routes.ts';

interface Parts extends Omit<LookNeeds, 'handoffs'> {
  assumptions: Assumptions;
  encryption: Encryption;
  outbox: Outbox<'co_branded'>;
  order: HandoffOrderHook;
  /** With the co-branded key. */
  readProduct: ReadProduct;
  /** Where the service's hosted page stands, as named at onboarding. */
  frameOrigin: string;
  /** Hosts to which the hosted page may lead back. */
  allowedHosts: readonly string[];
  /** Customer sign-in and role, before any of its routes. */
  guard: Middleware[];
  log: Log;
}

export function createHandoffModule(parts: Parts): Router {
  const { store, encryption, outbox, order, log, now } = parts;
  const handoffs = createHandoffs(store, encryption, now);
  const writes = createHandoffWrites(outbox, handoffs, log);
  const purchases = createPurchases(store, encryption, now);
  const makeOrder = createMakeOrder({ ...parts, purchases });
  const look = createLook({ ...parts, handoffs });
  const orderOf = createOrderOf({ ask: order, makeOrder, purchases, log });
  const open = createOpen({ ...parts, handoffs, writes, look, orderOf });
  return handoffRouter({ ...parts, handoffs, writes, look, open });
}
