/** Carries on what is nobody's write: reads a signed session until its artifact is there, then the appointment (PHY-22, PHY-38, PHY-39, PEV-19). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Refresh } from '../appointments/refresh.ts';
import { describeError } from '../http/describe-error.ts';
import type { Log } from '../http/log.ts';
import { leaseMs, whileHeld } from '../store/holding.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { backoffMs } from '../upstream/backoff.ts';
import type { PhysicianReads } from '../upstream/physician-reads.ts';
import type { PhysicianOrder } from './order.ts';
import type { Orders, Taken } from './orders.ts';
import { shown } from './session-states.ts';

const everyMs = 250;
const atOnce = 8;
const backoff = { baseMs: 1_000, capMs: 30_000 };

interface Needs {
  assumptions: Assumptions;
  store: Store;
  orders: Orders;
  reads: Pick<PhysicianReads, 'session'>;
  refresh: Refresh;
  log: Log;
  now: () => number;
}

export function createPhysicianWorker(needs: Needs) {
  const { assumptions, store, orders, reads, refresh, log, now } = needs;
  const life = new AbortController();
  let running: Promise<void> | undefined;

  async function followed(order: PhysicianOrder): Promise<PhysicianOrder> {
    if (order.phase === 'refreshing') {
      await refresh(order.appointmentId);
      return { ...order, phase: 'done' };
    }
    if (!order.session) throw new Error('an order is rendered from a session');
    return shown(order, await reads.session(order.session.id), { nowMs: now(), assumptions });
  }

  async function carry(id: string): Promise<void> {
    const taken = await orders.take(id, leaseMs);
    if (taken)
      await whileHeld(
        leaseMs,
        () => orders.hold(taken.order, leaseMs),
        () => carryOn(taken),
      );
  }

  async function carryOn({ order, attempts }: Taken): Promise<void> {
    const id = order.appointmentId;
    const waitMs = backoffMs(attempts, null, backoff, Math.random);
    try {
      const next = await followed(order);
      const moved = next.phase !== order.phase;
      await store.transaction(await orders.keep(next, moved ? 0 : waitMs, moved ? 0 : attempts));
      if (moved) log('physician.moved', { appointment_id: id, phase: next.phase, code: next.notice?.code });
    } catch (error) {
      log('physician.failed', { appointment_id: id, ...describeError(error) });
      await store.transaction(await orders.keep(order, waitMs, attempts)).catch(() => {});
    }
  }

  async function run(): Promise<void> {
    while (!life.signal.aborted) {
      try {
        await Promise.all((await orders.due(atOnce)).map(carry));
      } catch (error) {
        log('physician.failed', describeError(error));
      }
      await sleep(everyMs, undefined, { signal: life.signal, ref: false }).catch(() => {});
    }
  }

  return {
    start: () => {
      running ??= run();
    },
    async stop() {
      life.abort();
      await running;
    },
  };
}
