/**
 * Reads appointments for their customer: from the upstream, or as they were last read if it is away or this server has no
 * key for their flow any more (APT-09, APT-02).
 */
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Appointments, OwnedAppointment } from './appointment-records.ts';
import type { Reconcile, Refresh } from './refresh.ts';

/** An appointment, and whether it is up to date. */
export interface ReadAppointment {
  owned: OwnedAppointment;
  /** The upstream could not be read just now. */
  stale: boolean;
}

/** Reads for the customer who owns the appointments. */
export interface AppointmentReader {
  /**
   * Reads the customer's appointments, newest first, by one list per order. An appointment that cannot be read is
   * included as stored, also one that was never read. One whose record nobody can decrypt is left out.
   */
  list(customerId: string): Promise<{ appointments: ReadAppointment[]; hasUnreadable: boolean }>;
  /**
   * Reads the upstream's current state. A read that a live event has just announced is reused.
   * @throws UpstreamError, or Problem 501 `flow_not_configured`, if it cannot be read and never was
   */
  one(owned: OwnedAppointment): Promise<ReadAppointment>;
  /** As `one`, and reads also after a live event: the customer has just sent a change. @throws as `one` */
  again(owned: OwnedAppointment): Promise<ReadAppointment>;
  /**
   * Reads the upstream's current state, for an action that depends on it.
   * @throws UpstreamError; Problem 501 `flow_not_configured`
   */
  fresh(owned: OwnedAppointment): Promise<OwnedAppointment>;
}

interface AppointmentReaderDeps {
  appointments: Appointments;
  refresh: Refresh;
  reconcile: Reconcile;
  /** Whether a live event announced a new read to this customer within the last `ms` milliseconds. */
  wasAnnounced: (customerId: string, appointmentId: string, ms: number) => boolean;
}

/** How soon, in milliseconds, a page reads after a live event. */
export const announcedMs = 1_000;

/** Whether an appointment is shown as it was last read. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof UpstreamError || (error instanceof Problem && error.code === 'flow_not_configured');

/** Creates the reader of customers' appointments, over the database and the service. */
export function createAppointmentReader({
  appointments,
  refresh,
  reconcile,
  wasAnnounced,
}: AppointmentReaderDeps): AppointmentReader {
  async function fresh({ customerId, appointmentId }: OwnedAppointment): Promise<OwnedAppointment> {
    await refresh(appointmentId);
    return appointments.own(customerId, appointmentId);
  }

  async function one(owned: OwnedAppointment): Promise<ReadAppointment> {
    const { customerId, appointmentId, body } = owned;
    if (body && wasAnnounced(customerId, appointmentId, announcedMs)) return { owned, stale: false };
    return again(owned);
  }

  async function again(owned: OwnedAppointment): Promise<ReadAppointment> {
    try {
      return { owned: await fresh(owned), stale: false };
    } catch (error) {
      if (isUnreadable(error) && owned.body) return { owned, stale: true };
      throw error;
    }
  }

  const stale =
    (owned: OwnedAppointment) =>
    (error: unknown): ReadAppointment => {
      if (isUnreadable(error)) return { owned, stale: true };
      throw error;
    };

  return {
    fresh,
    one,
    again,

    async list(customerId) {
      const { known } = await appointments.ofCustomer(customerId);
      const orders = new Map(known.map((owned) => [owned.orderId, owned.flow]));
      const listed = new Set<string>();
      const away = new Set<string>();
      for (const [orderId, flow] of orders)
        try {
          for (const id of await reconcile.order(flow, orderId)) listed.add(id);
        } catch (error) {
          if (!isUnreadable(error)) throw error;
          away.add(orderId);
        }
      const { known: read, hasUnreadable } = await appointments.ofCustomer(customerId);
      const all = await Promise.all(
        read.map((owned) => {
          if (listed.has(owned.appointmentId)) return { owned, stale: false };
          // An appointment that the list leaves out is read by itself; a service that is away is not asked twice.
          return away.has(owned.orderId) ? { owned, stale: true } : one(owned).catch(stale(owned));
        }),
      );
      return { appointments: all, hasUnreadable };
    },
  };
}
