/**
 * Reads an appointment again and keeps the result. Events and polls read it here; none sets a state itself (APT-09,
 * T82).
 */
import type { AppointmentsQuery } from '../../contract/upstream-api/appointments.ts';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import type { AppointmentRow } from '../../core/store/tables.ts';
import { unlessUnreadable } from '../../core/store/unless-unreadable.ts';
import type { AppointmentReads } from '../../upstream/appointments/reads.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { type Appointments, changedAtMs } from './appointment-records.ts';
import { type ByFlow, ofFlow } from './of-flow.ts';

/**
 * Reads an appointment and keeps the result.
 * @throws UpstreamError; Problem 404 `appointment_not_found` if it was never registered, 501 `flow_not_configured`
 */
export type Refresh = (appointmentId: string) => Promise<Appointment>;

/** The dependencies of a read of an appointment. */
export interface RefreshDeps {
  appointments: Appointments;
  reads: ByFlow<AppointmentReads>;
  /** Called after a read that says something new. */
  changed: (customerId: string, appointmentId: string) => void;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the read of one appointment. It uses the key of the appointment's flow and stores what it reads. */
export function createRefresh({ appointments, reads, changed, now }: Omit<RefreshDeps, 'log'>): Refresh {
  return async (appointmentId) => {
    const found = await appointments.find(appointmentId);
    if (!found) throw new Problem('appointment_not_found');
    const beganAt = now();
    const body = await ofFlow(reads, found.flow).appointment(appointmentId);
    const kept = await appointments.keep(appointmentId, body, beganAt, found);
    if (kept) changed(kept.customerId, appointmentId);
    return body;
  };
}

type Flow = AppointmentRow['flow'];

/**
 * Reads of the service's list to its end, which keep our appointments in case events were missed (Appointments 1; APT-02,
 * APT-06, APT-07, GAP-76).
 */
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
export function createReconcile({ appointments, reads, changed, log, now }: RefreshDeps): Reconcile {
  async function listAll(flow: Flow, query: AppointmentsQuery): Promise<Listed> {
    const listed: Listed = { ids: new Set(), latest: null };
    const cursors = new Set<string>();
    for (let cursor: string | null = null; ; ) {
      const beganAt = now();
      const page = await ofFlow(reads, flow).appointments({ ...query, ...(cursor ? { cursor } : {}) });
      for (const item of page.items) {
        listed.ids.add(item.appointment_id);
        const record = { kind: 'appointments', record_id: item.appointment_id };
        const kept = await unlessUnreadable(log, record, () =>
          appointments.keep(item.appointment_id, item, beganAt),
        );
        if (kept) changed(kept.customerId, item.appointment_id);
        listed.latest = Math.max(listed.latest ?? 0, changedAtMs(item, beganAt) ?? 0) || null;
      }
      if (!page.page_info?.has_more) return listed;
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
