/** The handoff module: the co-branded flow, which hands an order to the service's hosted page. */
import type { Middleware } from 'koa';
import type { PartnerContact } from '../contract/partner-contact.ts';
import type { Clock } from '../core/clock.ts';
import type { Module } from '../core/module.ts';
import type { Log } from '../core/observability/log.ts';
import type { Encryption } from '../core/store/encryption.ts';
import type { HandoffOrderHook } from '../partner/hooks.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { ReadConsentMode } from '../upstream/configuration.ts';
import type { ReadProduct } from '../upstream/offerings/reads.ts';
import type { OrderedProduct } from '../upstream/offerings/responses.ts';
import type { Outbox } from '../upstream/writes/outbox.ts';
import { createHandoffReader, type HandoffReaderDeps } from './handoff-reader.ts';
import { createHandoffWrites, createWaitForWrite } from './handoff-writes.ts';
import { createHandoffs } from './handoffs.ts';
import { createMakeOrder } from './make-order.ts';
import { createOpen } from './open.ts';
import { createOrderOf } from './order.ts';
import { createPurchases } from './purchases.ts';
import { handoffRouter } from './routes.ts';

interface HandoffDeps extends Omit<HandoffReaderDeps, 'handoffs' | 'writes' | 'now'> {
  assumptions: Assumptions;
  encryption: Encryption;
  outbox: Outbox<'co_branded'>;
  order: HandoffOrderHook;
  /** With the co-branded key, as the next one. */
  readConsentMode: ReadConsentMode;
  /** UPSTREAM_ENVIRONMENT; null accepts any. */
  environment: string | null;
  readProduct: ReadProduct<{ product: OrderedProduct }>;
  /** Origin of the service's hosted page, as agreed at onboarding. */
  frameOrigin: string;
  /** Hosts to which the hosted page may lead back. */
  allowedHosts: readonly string[];
  /** Whom the customer calls. */
  contact: PartnerContact;
  /** Customer sign-in and role, before any of the module's routes. */
  guard: Middleware[];
  log: Log;
  clock: Clock;
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
