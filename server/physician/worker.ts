/** Reads a signed session until its artifact is available, then the appointment (PHY-22, PHY-38, PHY-39, PEV-19). */
import { sql } from 'kysely';
import type { Refresh } from '../appointments/refresh.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lease, Queue } from '../jobs/queue.ts';
import { describeError } from '../observability/describe-error.ts';
import type { Log } from '../observability/log.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { PhysicianReads } from '../upstream/physician/reads.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders } from './orders.ts';
import { withSession } from './transitions.ts';

const backoff = { baseMs: 1_000, capMs: 30_000 };

/** Adds the queue of orders that wait for their artifact or for their appointment. A failed read is retried. */
export function createPhysicianWorker(deps: {
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
      await refresh(order.appointmentId);
      return { ...order, phase: 'done' };
    }
    if (!order.session) throw new Error('an order is rendered from a session');
    const at = { nowMs: jobs.clock.now(), assumptions };
    return withSession(order, await reads.session(order.session.id), at);
  }

  async function work({ row, retry }: Lease<'physician_orders'>): Promise<unknown> {
    const order = await orders.opened(row);
    const after = await next(order);
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
