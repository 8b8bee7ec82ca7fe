/**
 * Walks the service's list to its end and keeps what is ours: the way back where events were missed (Appointments 1;
 * APT-02, APT-06, APT-07, GAP-76).
 */
import type { AppointmentsQuery } from '../contract/upstream-api/appointments.ts';
import type { AppointmentRow } from '../store/tables.ts';
import { type RefreshNeeds, readsOf } from './refresh.ts';

type Flow = AppointmentRow['flow'];

export interface Reconcile {
  /** Every appointment of an order. */
  order(flow: Flow, orderId: string): Promise<void>;
  /** Whatever changed since the latest change known, and a little before: the list may be late or round its times. */
  recent(flow: Flow): Promise<void>;
}

/** How far a look reaches back behind the latest change known; what is known already is kept once. */
const marginMs = 5 * 60_000;

export function createReconcile({ appointments, reads, changed, now }: RefreshNeeds): Reconcile {
  async function walk(flow: Flow, query: AppointmentsQuery): Promise<void> {
    const seen = new Set<string>();
    for (let cursor: string | null = null; ; ) {
      const beganAt = now();
      const page = await readsOf(reads, flow).appointments({ ...query, ...(cursor ? { cursor } : {}) });
      for (const item of page.items) {
        const kept = await appointments.keep(item.appointment_id, item, beganAt);
        if (kept) changed(kept.customerId, item.appointment_id);
      }
      cursor = page.page_info.has_more ? page.page_info.next_cursor : null;
      // A cursor that comes again would go round for ever.
      if (!cursor || seen.has(cursor)) return;
      seen.add(cursor);
    }
  }

  return {
    order: (flow, orderId) => walk(flow, { order_id: orderId }),
    async recent(flow) {
      const latest = await appointments.latestChange(flow);
      await walk(flow, latest === null ? {} : { updated_after: new Date(latest - marginMs).toISOString() });
    },
  };
}
