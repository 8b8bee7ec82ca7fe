/** Reads appointments for their customer: from the upstream, or as they were last read where it is away (APT-09, APT-02). */
import { UpstreamError } from '../errors.ts';
import type { Appointments, OwnedAppointment } from './appointments.ts';
import type { Reconcile } from './reconcile.ts';
import type { Refresh } from './refresh.ts';

export interface ReadAppointment {
  owned: OwnedAppointment;
  /** The upstream could not be read just now. */
  stale: boolean;
}

export interface AppointmentReader {
  /** The customer's own, newest first, each order's read in one walk of the list; one that was never read is among them. */
  list(customerId: string): Promise<ReadAppointment[]>;
  /**
   * The upstream's current state. If a live event has just announced a read, that read is reused.
   * @throws UpstreamError where the upstream is away and it was never read
   */
  one(owned: OwnedAppointment): Promise<ReadAppointment>;
  /** For what may be done only as it stands now. @throws UpstreamError */
  fresh(owned: OwnedAppointment): Promise<OwnedAppointment>;
}

interface Parts {
  appointments: Appointments;
  refresh: Refresh;
  reconcile: Reconcile;
  /** Whether a live event announced a new read to this customer within the last `ms` milliseconds. */
  wasTold: (customerId: string, appointmentId: string, ms: number) => boolean;
}

/** How soon, in milliseconds, a page reads again after a live event. */
const toldMs = 1_000;

export function createAppointmentReader({
  appointments,
  refresh,
  reconcile,
  wasTold,
}: Parts): AppointmentReader {
  async function fresh({ customerId, appointmentId }: OwnedAppointment): Promise<OwnedAppointment> {
    await refresh(appointmentId);
    return appointments.own(customerId, appointmentId);
  }

  async function one(owned: OwnedAppointment): Promise<ReadAppointment> {
    const { customerId, appointmentId, body } = owned;
    if (body && wasTold(customerId, appointmentId, toldMs)) return { owned, stale: false };
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
