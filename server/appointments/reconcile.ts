/**
 * Walks the service's list to its end and keeps what is ours: the way back where events were missed (Appointments 1;
 * APT-02, APT-06, APT-07, GAP-76).
 */
import type { AppointmentsQuery } from '../contract/upstream-api/appointments.ts';
import { UpstreamError } from '../errors.ts';
import type { AppointmentRow } from '../store/tables.ts';
import { type RefreshNeeds, readsOf } from './refresh.ts';

type Flow = AppointmentRow['flow'];

export interface Reconcile {
  /** Every appointment of an order; gives the ids that the list named. @throws UpstreamError */
  order(flow: Flow, orderId: string): Promise<ReadonlySet<string>>;
  /** Whatever changed since; gives the latest change that the list told, null where it told none. @throws UpstreamError */
  since(flow: Flow, updatedAfter: string): Promise<number | null>;
}

interface Walked {
  named: Set<string>;
  latest: number | null;
}

export function createReconcile({ appointments, reads, changed, now }: RefreshNeeds): Reconcile {
  async function walk(flow: Flow, query: AppointmentsQuery): Promise<Walked> {
    const walked: Walked = { named: new Set(), latest: null };
    const cursors = new Set<string>();
    for (let cursor: string | null = null; ; ) {
      const beganAt = now();
      const page = await readsOf(reads, flow).appointments({ ...query, ...(cursor ? { cursor } : {}) });
      for (const item of page.items) {
        walked.named.add(item.appointment_id);
        const kept = await appointments.keep(item.appointment_id, item, beganAt);
        if (kept) changed(kept.customerId, item.appointment_id);
        walked.latest = Math.max(walked.latest ?? 0, Date.parse(item.updated_at ?? '') || 0) || null;
      }
      if (!page.page_info.has_more) return walked;
      cursor = page.page_info.next_cursor;
      // A list that goes round or breaks off was not walked to its end.
      if (!cursor || cursors.has(cursor)) throw new UpstreamError({ status: 0 });
      cursors.add(cursor);
    }
  }

  return {
    order: async (flow, orderId) => (await walk(flow, { order_id: orderId })).named,
    since: async (flow, updatedAfter) => (await walk(flow, { updated_after: updatedAfter })).latest,
  };
}
