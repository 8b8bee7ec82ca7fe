/** The physician module: orders of clinicians through the full API. */
import { sql } from 'kysely';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Lease, Queue } from '../../core/jobs/queue.ts';
import type { Module } from '../../core/module.ts';
import { describeError } from '../../core/observability/describe-error.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { Store } from '../../core/store/store.ts';
import type { Hooks } from '../../partner/hooks.ts';
import { createAskKnown } from '../../partner/hooks-http/ask-known.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import { inBackground } from '../../upstream/gate.ts';
import type { PhysicianReads } from '../../upstream/physician/reads.ts';
import type { Outbox } from '../../upstream/writes/outbox.ts';
import { orderDueAt } from '../appointments/order-due.ts';
import type { Refresh } from '../appointments/refresh.ts';
import { createDocumentBranch } from './document.ts';
import type { PhysicianOrder } from './order.ts';
import { createMayOrder } from './order-requests.ts';
import { createOrders, type Orders } from './orders.ts';
import { type PhysicianRoutesDeps, physicianRouter } from './routes.ts';
import { createStructuredBranch } from './structured.ts';
import { withSession } from './transitions.ts';

type MadeHere = 'orders' | 'structured' | 'documents' | 'mayOrder' | 'askClinician' | 'onBlocked' | 'refresh';

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
      askClinician: createAskKnown('clinicianProfile', hooks.clinicianProfile, log),
      onBlocked: (appointment_id, code) => log('physician.stopped', { appointment_id, code }),
    }),
  };
}

/** Only these have an order here. */
const ownOrders = { flow: 'full_api', physicianMode: 'api_partner_pdf' } as const;

const backoff = { baseMs: 1_000, capMs: 30_000 };

/**
 * Adds the queue of orders that wait for their artifact or for their appointment. It reads a signed session until its
 * artifact is available, then the appointment (PHY-22, PHY-38, PHY-39, PEV-19). A failed read is retried.
 */
function createPhysicianWorker(deps: {
  assumptions: Assumptions;
  store: Store;
  orders: Orders;
  reads: Pick<PhysicianReads, 'session'>;
  refresh: Refresh;
  jobs: Jobs;
  log: Log;
}): Queue<'physician_orders', unknown> {
  const { assumptions, store, orders, reads, refresh, jobs, log } = deps;

  async function next(order: PhysicianOrder): Promise<PhysicianOrder> {
    if (order.phase === 'refreshing') {
      const body = await refresh(order.appointmentId);
      const isVoid = order.documentReason !== null;
      return { ...order, phase: isVoid && orderDueAt(ownOrders, body) !== null ? 'open' : 'done' };
    }
    if (!order.session) throw new Error('an order is rendered from a session');
    const at = { nowMs: jobs.clock.now(), assumptions };
    return withSession(order, await reads.session(order.session.id, order.session), at);
  }

  async function work({ row, retry }: Lease<'physician_orders'>): Promise<unknown> {
    const order = await orders.opened(row);
    const after = await inBackground(() => next(order), 'read');
    if (after.phase === order.phase) return retry();
    await store.transaction((trx) => orders.keep(trx, after));
    log('physician.moved', {
      appointment_id: order.appointmentId,
      phase: after.phase,
      code: after.notice?.code,
    });
    return undefined;
  }

  return jobs.queue({
    table: {
      name: 'physician_orders',
      key: 'appointment_id',
      fence: 'revision',
      work: sql`phase in ('rendering', 'refreshing')`,
    },
    concurrency: 8,
    backoff: () => backoff,
    onError: (error, row) =>
      log('physician.failed', { appointment_id: row?.appointment_id, ...describeError(error) }),
    work,
  });
}
