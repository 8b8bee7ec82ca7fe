/** Puts the physician's room together: its rows, its two branches that have work to do, the worker, and its routes. */
import type Router from '@koa/router';
import type { Hooks } from '../hooks.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { PhysicianReads } from '../upstream/physician/reads.ts';
import { createDocumentBranch } from './document.ts';
import { createMayOrder } from './may-order.ts';
import { createOrders } from './orders.ts';
import { type PhysicianRoutes, physicianRouter } from './routes.ts';
import { createStructured } from './structured.ts';
import { createPhysicianWorker } from './worker.ts';

type Given = Pick<
  PhysicianRoutes,
  'appointments' | 'desk' | 'structuredEnabled' | 'openSignedForm' | 'clientAddress' | 'guard' | 'now'
>;

interface Parts extends Given {
  assumptions: Assumptions;
  store: Store;
  encryption: Encryption;
  outbox: Outbox;
  reads: PhysicianReads;
  refresh: Parameters<typeof createPhysicianWorker>[0]['refresh'];
  jobs: Jobs;
  hooks: Hooks;
  log: Log;
}

export function createPhysicianModule(parts: Parts): Router {
  const { store, encryption, hooks, log, now } = parts;
  const orders = createOrders(store, encryption, now, (atMs) => queue.wakeAt(atMs));
  const queue = createPhysicianWorker({ ...parts, orders });
  const documents = createDocumentBranch({ ...parts, orders, physicianDocument: hooks.physicianDocument });
  return physicianRouter({
    ...parts,
    orders,
    structured: createStructured({ ...parts, orders }),
    documents,
    mayOrder: createMayOrder(hooks.mayOrder, log),
    blocked: (appointment_id, code) => log('physician.stopped', { appointment_id, code }),
  });
}
