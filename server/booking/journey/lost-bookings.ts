/**
 * Bookings that the service has and this database has not: it was restored from a backup, or the response to the order
 * was lost. The server never places an order of which it cannot tell whether it is a second one.
 */

import { readRestored } from '../../core/store/restored.ts';
import type { Store } from '../../core/store/store.ts';
import type { Appointment } from '../../upstream/appointments/responses.ts';
import { appointmentStatusOf, isOver } from '../../upstream/appointments/status-words.ts';
import type { JourneyReads } from '../../upstream/full-api-reads.ts';
import { asOrdered } from '../../upstream/orders/responses.ts';
import { findLost, findOrdered } from '../appointments/lost-appointments.ts';
import type { Journey } from './journey-state.ts';

/** An order that was found. No read of the service has its branch. */
type FoundOrder = Omit<NonNullable<Journey['order']>, 'branch'>;

/** Finds lost bookings. Its functions throw UpstreamError. */
export interface LostBookings {
  /**
   * Finds the order that the service may have made for this journey.
   * @returns null if there is none; `unclear` if nobody can tell (appointments/lost-appointments.ts)
   */
  findOrder(journey: Journey): Promise<FoundOrder | null | 'unclear'>;
  /**
   * Whether a customer may have booked already in a journey that is lost. True only on a restored database, for a
   * journey that began after the backup, if the service has appointments under this e-mail that nobody has here.
   */
  mayHaveBooked(journey: Journey, email: string): Promise<boolean>;
  /**
   * Finds an order that the operator has given back to this customer on a restored database (`restored adopt`): without
   * a requested time yet, for the journey's test and its place.
   * @returns null if there is none; `other` if this customer has another order for this test since the backup, which is
   *   not over. While the restore is not ended, nobody can tell whether the journey is a second booking.
   */
  findAdopted(journey: Journey): Promise<FoundOrder | 'other' | null>;
}

/** Creates the search for lost bookings. */
export function createLostBookings(
  store: Store,
  reads: Pick<JourneyReads, 'appointment' | 'appointments'>,
): LostBookings {
  const { db } = store;
  /** A database is restored while no server runs, so that one read of "not restored" is enough. */
  let isNotRestored = false;

  async function readBackupTime(): Promise<number | null> {
    if (isNotRestored) return null;
    const backupAtMs = await readRestored(db);
    isNotRestored = backupAtMs === null;
    return backupAtMs;
  }
  // At the start, so that it is no statement of the first customer.
  void readBackupTime().catch(() => {});

  return {
    async findOrder({ id, profile, chosen }) {
      if (!profile || !chosen) return null;
      const { test_type: testType, place } = chosen;
      const sinceMs = await createdAt(store, id);
      const found = await findOrdered(db, reads, { email: profile.email, testType, place, sinceMs });
      return found === null || found === 'unclear' ? found : orderOf(found);
    },

    async mayHaveBooked({ id }, email) {
      const backupAtMs = await readBackupTime();
      if (backupAtMs === null || (await createdAt(store, id)) <= backupAtMs) return false;
      const updated_after = new Date(backupAtMs).toISOString();
      return (await findLost(db, reads, { email, updated_after })).length > 0;
    },

    async findAdopted(journey) {
      const backupAtMs = await readBackupTime();
      if (backupAtMs === null) return null;
      const rows = await db
        .selectFrom('appointments')
        .select('appointment_id')
        .where('customer_id', '=', journey.customerId)
        .where('flow', '=', 'full_api')
        .where('created_at', '>=', backupAtMs)
        .execute();
      let found: null | 'other' = null;
      for (const { appointment_id: id } of rows) {
        const appointment = await reads.appointment(id);
        if (appointment.test_type !== journey.chosen?.test_type || isOver(appointment.status)) continue;
        if (isNotScheduled(appointment) && isChosen(journey, appointment)) return orderOf(appointment);
        found = 'other';
      }
      return found;
    },
  };
}

const isNotScheduled = ({ status }: Appointment) => appointmentStatusOf(status) === 'unscheduled';

const isChosen = ({ chosen }: Journey, { test_type, location }: Appointment): boolean =>
  test_type === chosen?.test_type &&
  location?.address_line_1 === chosen.place.address_line_1 &&
  location.postal_code === chosen.place.postal_code;

/** No read of the service has the reference of an order. */
function orderOf(found: Appointment): FoundOrder | null {
  const { order_id, appointment_id } = found;
  if (order_id === null) return null;
  return { order_id, order_ref: order_id, appointment_id, answer: { appointments: [asOrdered(found)] } };
}

async function createdAt({ db }: Store, journeyId: string): Promise<number> {
  const row = await db
    .selectFrom('journeys')
    .select('created_at')
    .where('id', '=', journeyId)
    .executeTakeFirst();
  return Number(row?.created_at ?? 0);
}
