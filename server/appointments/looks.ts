/** How fresh an appointment is when it is looked at: read anew where it may have moved, as it stood last where the service is away (APT-09). */
import { UpstreamError } from '../errors.ts';
import type { Appointments, OwnedAppointment } from './appointments.ts';
import type { Reconcile } from './reconcile.ts';
import type { Refresh } from './refresh.ts';

export interface Look {
  owned: OwnedAppointment;
  /** The service could not be read just now. */
  stale: boolean;
}

export interface Looks {
  /** The customer's own, newest first, each order's read in one walk of the list; one never read yet is among them. */
  list(customerId: string): Promise<Look[]>;
  /** As it was read in the last seconds, or last at all where the service is away. @throws UpstreamError where it never was */
  recent(owned: OwnedAppointment): Promise<Look>;
  /** Read now, whatever is known. @throws UpstreamError */
  now(owned: OwnedAppointment): Promise<OwnedAppointment>;
}

interface Parts {
  appointments: Appointments;
  refresh: Refresh;
  reconcile: Reconcile;
  now: () => number;
}

/** A read this young is shown as it is; events make an older one of what they are about. */
const freshMs = 3_000;

export function createLooks({ appointments, refresh, reconcile, now }: Parts): Looks {
  const isFresh = ({ readAt }: OwnedAppointment) => now() - readAt < freshMs;

  async function reread({ customerId, appointmentId }: OwnedAppointment): Promise<OwnedAppointment> {
    await refresh(appointmentId);
    return appointments.own(customerId, appointmentId);
  }

  async function recent(owned: OwnedAppointment): Promise<Look> {
    if (isFresh(owned)) return { owned, stale: false };
    try {
      return { owned: await reread(owned), stale: false };
    } catch (error) {
      if (error instanceof UpstreamError && owned.body) return { owned, stale: true };
      throw error;
    }
  }

  return {
    now: reread,
    recent,

    async list(customerId) {
      const known = await appointments.ofCustomer(customerId);
      const orders = new Map(
        known.filter((owned) => !isFresh(owned)).map((owned) => [owned.orderId, owned.flow]),
      );
      if (orders.size === 0) return known.map((owned) => ({ owned, stale: false }));
      const away = new Set<string>();
      for (const [orderId, flow] of orders)
        await reconcile.order(flow, orderId).catch((error: unknown) => {
          if (!(error instanceof UpstreamError)) throw error;
          away.add(orderId);
        });
      const read = await appointments.ofCustomer(customerId);
      // What the list leaves out is asked for by itself; where the service is away nothing is asked twice.
      return Promise.all(
        read.map((owned) => (away.has(owned.orderId) ? { owned, stale: !isFresh(owned) } : recent(owned))),
      );
    },
  };
}
