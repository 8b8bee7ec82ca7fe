/** The physician module: orders of clinicians through the full API. */
import type { Refresh } from '../appointments/refresh.ts';
import type { Hooks } from '../hooks.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Module } from '../module.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { PhysicianReads } from '../upstream/physician/reads.ts';
import { createDocumentBranch } from './document.ts';
import { createMayOrder } from './may-order.ts';
import { createOrders } from './orders.ts';
import { type PhysicianRoutesDeps, physicianRouter } from './routes.ts';
import { createStructuredBranch } from './structured.ts';
import { createPhysicianWorker } from './worker.ts';

type MadeHere = 'orders' | 'structured' | 'documents' | 'mayOrder' | 'onBlocked' | 'refresh';

interface PhysicianDeps extends Omit<PhysicianRoutesDeps, MadeHere> {
  store: Store;
  encryption: Encryption;
  outbox: Outbox;
  reads: PhysicianReads;
  refresh: Refresh;
  jobs: Jobs;
  hooks: Hooks;
  log: Log;
}

/**
 * Creates the module.
 * @returns its routes, under /physician
 */
export function createPhysicianModule(deps: PhysicianDeps): Module {
  const { store, encryption, hooks, log, now } = deps;
  const orders = createOrders(store, encryption, now, (atMs) => queue.wakeAt(atMs));
  const queue = createPhysicianWorker({ ...deps, orders });
  return {
    router: physicianRouter({
      ...deps,
      orders,
      structured: createStructuredBranch({ ...deps, orders }),
      documents: createDocumentBranch({ ...deps, orders, physicianDocument: hooks.physicianDocument }),
      mayOrder: createMayOrder(hooks.mayOrder, log),
      onBlocked: (appointment_id, code) => log('physician.stopped', { appointment_id, code }),
    }),
  };
}
