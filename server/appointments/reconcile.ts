/**
 * Reads the service's list to its end and keeps our appointments, in case events were missed (Appointments 1; APT-02,
 * APT-06, APT-07, GAP-76).
 */
import type { AppointmentsQuery } from '../contract/upstream-api/appointments.ts';
import { UpstreamError } from '../errors.ts';
import type { AppointmentRow } from '../store/tables.ts';
import { type RefreshDeps, readsOf } from './refresh.ts';

type Flow = AppointmentRow['flow'];

/** Reads of the service's list. */
export interface Reconcile {
  /**
   * Reads every appointment of an order.
   * @returns the ids in the list, also those that the database does not have
   * @throws UpstreamError; Problem 501 `flow_not_configured`
   */
  order(flow: Flow, orderId: string): Promise<ReadonlySet<string>>;
  /**
   * Reads the appointments that changed after `updatedAfter`, in ISO 8601.
   * @returns the latest change in milliseconds since the epoch, or null if the list has none
   * @throws UpstreamError; Problem 501 `flow_not_configured`
   */
  since(flow: Flow, updatedAfter: string): Promise<number | null>;
}

interface Listed {
  ids: Set<string>;
  latest: number | null;
}

/** Creates the reads of lists of appointments. Each read uses the key of its flow and stores what it reads. */
export function createReconcile({ appointments, reads, changed, now }: RefreshDeps): Reconcile {
  async function listAll(flow: Flow, query: AppointmentsQuery): Promise<Listed> {
    const listed: Listed = { ids: new Set(), latest: null };
    const cursors = new Set<string>();
    for (let cursor: string | null = null; ; ) {
      const beganAt = now();
      const page = await readsOf(reads, flow).appointments({ ...query, ...(cursor ? { cursor } : {}) });
      for (const item of page.items) {
        listed.ids.add(item.appointment_id);
        const kept = await appointments.keep(item.appointment_id, item, beganAt);
        if (kept) changed(kept.customerId, item.appointment_id);
        listed.latest = Math.max(listed.latest ?? 0, Date.parse(item.updated_at ?? '') || 0) || null;
      }
      if (!page.page_info.has_more) return listed;
      cursor = page.page_info.next_cursor;
      // A list that repeats a cursor or breaks off was not read to its end.
      if (!cursor || cursors.has(cursor)) throw new UpstreamError({ status: 0 });
      cursors.add(cursor);
    }
  }

  return {
    order: async (flow, orderId) => (await listAll(flow, { order_id: orderId })).ids,
    since: async (flow, updatedAfter) => (await listAll(flow, { updated_after: updatedAfter })).latest,
  };
}
