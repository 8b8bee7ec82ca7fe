/** Reads the appointment of a handoff's order with the co-branded key and moves the handoff by it (HND-21, ERR-35). */
import { randomUUID } from 'node:crypto';
import type { Appointments } from '../booking/appointments/appointment-records.ts';
import { UpstreamError } from '../core/errors.ts';
import { Conflict } from '../core/store/conflict.ts';
import type { Store } from '../core/store/store.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { Appointment } from '../upstream/appointments/responses.ts';
import { type Handoff, isSameStored, waitsForTimes, withAppointment } from './handoff-state.ts';
import { type HandoffWrites, requestPage } from './handoff-writes.ts';
import type { Handoffs } from './handoffs.ts';

/** Reads that move handoffs. */
export interface HandoffReader {
  /**
   * Reads the order's appointment; of several, the one that waits for times.
   * @returns null if the order has none
   * @throws UpstreamError
   */
  readAppointment(orderId: string): Promise<Appointment | null>;
  /**
   * Reads the appointment and moves the handoff by it; a failed read only ends a verification whose time is over. A
   * handoff that is `preparing` stays unchanged, without a read. One that has become `preparing` requests its page.
   * @returns the handoff as kept
   */
  refresh(handoff: Handoff): Promise<Handoff>;
}

/** The dependencies of the reader of handoffs. */
export interface HandoffReaderDeps {
  store: Store;
  handoffs: Handoffs;
  writes: Pick<HandoffWrites, 'enqueue'>;
  /** With the co-branded key: for another key the order does not exist. */
  reads: Pick<AppointmentReads, 'appointments'>;
  appointments: Pick<Appointments, 'keep'>;
  /** Called after a read that says something new. */
  changed: (customerId: string, appointmentId: string) => void;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Creates the reader of a handoff's appointment. It uses the co-branded key. */
export function createHandoffReader(deps: HandoffReaderDeps): HandoffReader {
  const { store, handoffs, writes, reads, appointments, changed, now } = deps;

  async function readAppointment(orderId: string): Promise<Appointment | null> {
    const { items } = await reads.appointments({ order_id: orderId });
    return items.find(({ status }) => waitsForTimes(status)) ?? items[0] ?? null;
  }

  /** @returns null if the service cannot be read */
  async function tryRead({ orderId, customerId }: Handoff): Promise<Appointment | null> {
    const beganAt = now();
    try {
      const found = await readAppointment(orderId);
      if (found && (await appointments.keep(found.appointment_id, found, beganAt)))
        changed(customerId, found.appointment_id);
      return found;
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    }
  }

  return {
    readAppointment,
    async refresh(handoff) {
      if (handoff.state === 'preparing') return handoff;
      const next = withAppointment(handoff, await tryRead(handoff), now());
      if (isSameStored(next, handoff)) return handoff;
      const isPreparing = next.state === 'preparing';
      const writeId = isPreparing ? randomUUID() : next.writeId;
      const kept = { ...next, writeId, revision: handoff.revision + 1 };
      try {
        await store.transaction(async (trx) => {
          await handoffs.update(trx, kept);
          if (isPreparing) await requestPage(trx, writes, kept);
        });
        return kept;
      } catch (error) {
        // Another read was kept first, with the same state or a later one.
        if (error instanceof Conflict) return (await handoffs.load(handoff.id)) ?? handoff;
        throw error;
      }
    },
  };
}
