/** How an appointment is looked at: as the service reads it now, or as it stood last where the service is away (APT-09, APT-02). */
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
  /** The customer's own, newest first, each order's read in one walk of the list; one that was never read is among them. */
  list(customerId: string): Promise<Look[]>;
  /** @throws UpstreamError where the service is away and it was never read */
  one(owned: OwnedAppointment): Promise<Look>;
  /** For what may be done only as it stands now. @throws UpstreamError */
  fresh(owned: OwnedAppointment): Promise<OwnedAppointment>;
}

interface Parts {
  appointments: Appointments;
  refresh: Refresh;
  reconcile: Reconcile;
}

export function createLooks({ appointments, refresh, reconcile }: Parts): Looks {
  async function fresh({ customerId, appointmentId }: OwnedAppointment): Promise<OwnedAppointment> {
    await refresh(appointmentId);
    return appointments.own(customerId, appointmentId);
  }

  async function one(owned: OwnedAppointment): Promise<Look> {
    try {
      return { owned: await fresh(owned), stale: false };
    } catch (error) {
      if (error instanceof UpstreamError && owned.body) return { owned, stale: true };
      throw error;
    }
  }

  return {
    fresh,
    one,

    async list(customerId) {
      const known = await appointments.ofCustomer(customerId);
      const orders = new Map(known.map((owned) => [owned.orderId, owned.flow]));
      const seen = new Set<string>();
      const away = new Set<string>();
      for (const [orderId, flow] of orders)
        try {
          for (const id of await reconcile.order(flow, orderId)) seen.add(id);
        } catch (error) {
          if (!(error instanceof UpstreamError)) throw error;
          away.add(orderId);
        }
      const read = await appointments.ofCustomer(customerId);
      return Promise.all(
        read.map((owned) => {
          if (seen.has(owned.appointmentId)) return { owned, stale: false };
          // What the list leaves out is asked for by itself; a service that is away is not asked twice.
          return away.has(owned.orderId) ? { owned, stale: true } : one(owned);
        }),
      );
    },
  };
}
