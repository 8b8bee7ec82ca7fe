/** Looks where a handoff stands: reads the order's appointment with the co-branded key, keeps what came, and concludes (HND-21, ERR-35). */
import type { Appointments } from '../appointments/appointments.ts';
import type { Appointment } from '../contract/upstream-api/appointments.ts';
import { UpstreamError } from '../errors.ts';
import { Conflict } from '../store/conflict.ts';
import type { Store } from '../store/store.ts';
import type { AppointmentReads } from '../upstream/appointments/reads.ts';
import type { Handoff } from './handoff-state.ts';
import type { Handoffs } from './handoffs.ts';
import { standing, waitsForTimes } from './transitions.ts';

export interface Look {
  /** The order's appointment as it is now; of several the one that still waits. Null where the order has none. @throws UpstreamError */
  read(orderId: string): Promise<Appointment | null>;
  /** The handoff as it stands by a fresh read, kept where that changes it; a read that fails changes nothing. */
  at(handoff: Handoff): Promise<Handoff>;
}

export interface LookNeeds {
  store: Store;
  handoffs: Handoffs;
  /** With the co-branded key: to another the order does not exist. */
  reads: Pick<AppointmentReads, 'appointments'>;
  appointments: Pick<Appointments, 'keep'>;
  /** Told whenever a read says something new. */
  changed: (customerId: string, appointmentId: string) => void;
  now: () => number;
}

export function createLook(needs: LookNeeds): Look {
  const { store, handoffs, reads, appointments, changed, now } = needs;

  async function read(orderId: string): Promise<Appointment | null> {
    const { items } = await reads.appointments({ order_id: orderId });
    return items.find(({ status }) => waitsForTimes(status)) ?? items[0] ?? null;
  }

  async function readForNow({ orderId, customerId }: Handoff): Promise<Appointment | null> {
    const beganAt = now();
    try {
      const found = await read(orderId);
      if (found && (await appointments.keep(found.appointment_id, found, beganAt)))
        changed(customerId, found.appointment_id);
      return found;
    } catch (error) {
      if (error instanceof UpstreamError) return null;
      throw error;
    }
  }

  return {
    read,
    async at(handoff) {
      if (handoff.state === 'preparing' || handoff.state === 'refused') return handoff;
      const next = standing(handoff, await readForNow(handoff), now());
      if (JSON.stringify(next) === JSON.stringify(handoff)) return handoff;
      const kept = { ...next, revision: handoff.revision + 1 };
      try {
        await store.transaction((trx) => handoffs.update(trx, kept));
        return kept;
      } catch (error) {
        // Another look came first, and saw the same or later.
        if (error instanceof Conflict) return (await handoffs.load(handoff.id)) ?? handoff;
        throw error;
      }
    },
  };
}
