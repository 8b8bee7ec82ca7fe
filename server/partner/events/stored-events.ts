/** Events and bookings in the database, each with an encrypted body. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type BookingEvent, type BookingState, bookingEvent } from '../../contract/events.ts';
import type { Log } from '../../core/observability/log.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { EventBookingRow, EventRow } from '../../core/store/event-tables.ts';
import { noLease } from '../../core/store/lease-columns.ts';
import { createRecords } from '../../core/store/record.ts';
import { isoTime, recordKind } from '../../core/store/record-kind.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import { stored } from '../../core/store/stored.ts';
import type { Tables } from '../../core/store/tables.ts';
import { unlessUnreadable } from '../../core/store/unless-unreadable.ts';
import { nextTryAtMs } from '../../upstream/writes/operate.ts';
import { trackedFacts } from './booking-facts.ts';

const id = z.string().nullable();
const bookingIds = {
  /** The partner's own id of its user. */
  customerId: z.string(),
  flow: z.enum(['full_api', 'co_branded']),
  journeyId: id,
  orderId: id,
  appointmentId: id,
  /** The number of the booking that the customer and support use; null before there is an appointment. */
  reference: id,
};
const storedIds = stored(bookingIds);
/** The ids of a booking. */
export type BookingIds = z.infer<typeof storedIds>;

const storedBooking = stored({
  ...bookingIds,
  /** The journey's id, or the appointment's if the server knows no journey. */
  id: z.string(),
  revision: z.int(),
  facts: trackedFacts,
  /** The number of events so far. */
  sequence: z.int(),
});
/** The last facts that the server has seen of a booking. */
export type Booking = z.infer<typeof storedBooking>;

const storedEvent = stored({ receiver: z.string(), event: bookingEvent });
/** An event for one receiver. */
export type StoredEvent = z.infer<typeof storedEvent>;

/** Describes what is stored of bookings for events, for erasure, retention, exports and support. */
export const eventBookingRecords = recordKind({
  table: 'event_bookings',
  kind: 'bookings',
  columns: { body: { schema: storedBooking } },
  id: 'id',
  age: 'updated_at',
  exported: ['id', 'appointment_id', 'updated_at'],
  owners: ['id', 'appointment_id'],
  names: ['id'],
});

/** Describes stored events, for erasure, retention, exports and support. */
export const eventRecords = recordKind({
  table: 'events',
  kind: 'events',
  columns: { body: { schema: storedEvent } },
  id: 'event_id',
  age: 'created_at',
  exported: ['id', 'event_id', 'receiver', 'booking_id', 'sequence', 'state', 'created_at', 'updated_at'],
  owners: ['booking_id'],
  underWay: {
    message: 'Your backend has not received an event.',
    holds: ({ row }) => row.state === 'due',
  },
  support: {
    list: 'events',
    summary({ row, values }) {
      const nextTryMs = row.state === 'due' ? nextTryAtMs(row) : null;
      return {
        id: row.event_id,
        type: values?.body.event.type ?? null,
        booking_id: row.booking_id,
        sequence: row.sequence,
        receiver: row.receiver,
        state: row.state,
        tries: row.attempts,
        next_try_at: nextTryMs === null ? null : isoTime(nextTryMs),
        created_at: isoTime(row.created_at),
      };
    },
  },
});

const hourMs = 60 * 60_000;

/** The id of the row of an event for one receiver. */
const rowIdOf = ({ event, receiver }: StoredEvent) => `${event.id}:${receiver}`;

/** Reads and writes events and bookings. */
export interface StoredEvents {
  bookings: {
    /** Loads a booking and locks it until the transaction ends; null if there is none. */
    lock(trx: Kysely<Tables>, ids: Pick<Booking, 'id' | 'appointmentId'>): Promise<Booking | null>;
    /** @throws Conflict if another transaction has inserted the booking */
    insert(trx: Kysely<Tables>, booking: Booking): Promise<void>;
    /** @param booking with its next revision */
    update(trx: Kysely<Tables>, booking: Booking): Promise<void>;
    /** Stores the booking of an appointment under another customer. Does nothing without one. */
    moveTo(trx: Kysely<Tables>, appointmentId: string, customerId: string): Promise<void>;
    /**
     * Loads the bookings that are confirmed for one of the hours from `fromMs` to `hours` later, without those that
     * nobody can decrypt.
     */
    atHours(fromMs: number, hours: number): Promise<Booking[]>;
  };
  /** Inserts an event that is due now. */
  insert(trx: Kysely<Tables>, stored: StoredEvent): Promise<void>;
  /** Decrypts the event of a row. @throws Unreadable */
  open(row: EventRow): Promise<BookingEvent>;
}

/** Creates the access to the records of events, each for one receiver. */
export const createEventRecords = (store: Store, encryption: Encryption) =>
  createRecords(store, encryption, {
    table: 'events',
    schema: storedEvent,
    revision: 'fence',
    placeOf: (stored: StoredEvent) => ({ id: rowIdOf(stored), customer_id: stored.event.data.subject }),
  });

/** Creates the typed access to events and bookings. @param deps.now milliseconds since the epoch */
export function createStoredEvents(
  store: Store,
  encryption: Encryption,
  { keys: { hourKey }, log, now }: { keys: Pick<ServerKeys, 'hourKey'>; log: Log; now: () => number },
): StoredEvents {
  const bookings = createRecords(store, encryption, {
    table: 'event_bookings',
    schema: storedBooking,
    revision: 'revision',
    placeOf: ({ id, customerId }: Booking) => ({ id, customer_id: customerId }),
  });
  const events = createEventRecords(store, encryption);
  const hourAt = (atMs: number) => hourKey(String(Math.floor(atMs / hourMs)));
  const columnsOf = ({ appointmentId, facts }: Booking) => ({
    appointment_id: appointmentId,
    hour_key:
      facts.state === 'confirmed' && facts.scheduledFor !== null
        ? hourAt(Date.parse(facts.scheduledFor))
        : null,
    updated_at: now(),
  });

  return {
    bookings: {
      async lock(trx, { id, appointmentId }) {
        // An update locks the row in both databases.
        const { rows } = await sql<EventBookingRow>`
          update event_bookings set updated_at = ${now()}
          where id = ${id} or appointment_id = ${appointmentId} returning *`.execute(trx);
        // While events were off, an order was placed that the journey's own row does not know.
        const row = rows.find(({ appointment_id }) => appointment_id === appointmentId) ?? rows[0];
        return row ? bookings.open(row, trx) : null;
      },
      insert: (trx, booking) => bookings.insert(trx, booking, columnsOf(booking)),
      async atHours(fromMs, hours) {
        const keys = Array.from({ length: hours + 1 }, (_, at) => hourAt(fromMs + at * hourMs));
        const rows = await store.db
          .selectFrom('event_bookings')
          .selectAll()
          .where('hour_key', 'in', keys)
          .execute();
        const opened = rows.map((row) =>
          unlessUnreadable(log, { kind: 'bookings', record_id: row.id }, () => bookings.open(row)),
        );
        return (await Promise.all(opened)).filter((booking) => booking !== null);
      },
      update: (trx, booking) => bookings.update(trx, booking, booking.revision - 1, columnsOf(booking)),
      async moveTo(trx, appointmentId, customerId) {
        const booking = await bookings.load({ appointment_id: appointmentId }, trx);
        if (!booking) return;
        await trx.deleteFrom('event_bookings').where('id', '=', booking.id).execute();
        const moved = { ...booking, customerId, revision: 1 };
        await bookings.insert(trx, moved, columnsOf(moved));
      },
    },
    insert(trx, stored) {
      const { event, receiver } = stored;
      const { booking_id, sequence } = event.data;
      return events.insert(trx, stored, {
        event_id: event.id,
        receiver,
        booking_id,
        sequence,
        state: 'due',
        ...noLease,
        due_at: now(),
        created_at: now(),
        updated_at: now(),
      });
    },
    open: async (row) => (await events.open(row)).event,
  };
}

/**
 * Makes an event of a booking, with an id of its own.
 * @param booking as it is after the change, with the event's own `sequence`
 * @param event.before the state before the change
 * @param event.atMs milliseconds since the epoch
 */
export function newEvent(
  booking: Booking,
  { type, before, atMs }: { type: BookingEvent['type']; before: BookingState; atMs: number },
): BookingEvent {
  const { id, customerId, flow, sequence, journeyId, orderId, appointmentId, reference, facts } = booking;
  return {
    id: `evt_${randomUUID()}`,
    type,
    timestamp: new Date(atMs).toISOString(),
    data: {
      subject: customerId,
      flow,
      booking_id: id,
      sequence,
      journey_id: journeyId,
      order_id: orderId,
      appointment_id: appointmentId,
      reference,
      hours_before: type === 'booking.upcoming' ? (facts.announced?.hoursBefore ?? null) : null,
      state: { before, after: facts.state },
    },
  };
}
