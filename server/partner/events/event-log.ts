/** The stored events, for operators: lists them, and sends them again. */
import type { ExpressionBuilder } from 'kysely';
import type { BookingEvent } from '../../contract/events.ts';
import { type Encryption, Unreadable } from '../../core/store/encryption.ts';
import type { EventRow } from '../../core/store/event-tables.ts';
import type { Store } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import { createEventRecords } from './stored-events.ts';

/** An event at one receiver. It names no user. */
export interface ListedEvent {
  id: string;
  /** Null if nobody can decrypt it. */
  type: BookingEvent['type'] | null;
  bookingId: string;
  sequence: number;
  /** `hook`, or the name of an address (receivers.ts). */
  receiver: string;
  state: EventRow['state'];
  attempts: number;
  /** Milliseconds since the epoch. */
  createdAtMs: number;
}

/** Selects events. Each field that is set must match; without a field, every event matches. */
export interface EventFilter {
  ids?: readonly string[];
  state?: EventRow['state'];
  bookingId?: string;
  /** Milliseconds since the epoch. */
  sinceMs?: number;
}

/** The stored events, as an operator works with them. */
export interface EventLog {
  /** Lists events, the latest first. @param limit how many */
  list(filter: EventFilter, limit: number): Promise<ListedEvent[]>;
  /**
   * Makes events due again, with the same ids: parked and delivered ones. Running servers deliver them within seconds.
   * @returns the id of the event of each delivery that is due again
   */
  replay(filter: EventFilter): Promise<string[]>;
}

/** Creates the log over the database. @param now milliseconds since the epoch */
export function createEventLog(store: Store, encryption: Encryption, now: () => number): EventLog {
  const { db } = store;
  const { open } = createEventRecords(store, encryption);

  async function listed(row: EventRow): Promise<ListedEvent> {
    const stored = await open(row).catch((error: unknown) => {
      if (error instanceof Unreadable) return null;
      throw error;
    });
    return {
      id: row.event_id,
      type: stored?.event.type ?? null,
      bookingId: row.booking_id,
      sequence: row.sequence,
      receiver: row.receiver,
      state: row.state,
      attempts: row.attempts,
      createdAtMs: row.created_at,
    };
  }

  return {
    async list(filter, limit) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where(matching(filter))
        .orderBy('created_at', 'desc')
        .orderBy('sequence', 'desc')
        .limit(limit)
        .execute();
      return Promise.all(rows.map(listed));
    },
    async replay(filter) {
      const rows = await db
        .updateTable('events')
        .set({ state: 'due', attempts: 0, due_at: now(), updated_at: now() })
        .where('state', '<>', 'due')
        .where(matching(filter))
        .returning('event_id')
        .execute();
      return rows.map((row) => row.event_id);
    },
  };
}

const matching =
  ({ ids, state, bookingId, sinceMs }: EventFilter) =>
  (row: ExpressionBuilder<Tables, 'events'>) =>
    row.and([
      ...(ids ? [row('event_id', 'in', [...ids])] : []),
      ...(state ? [row('state', '=', state)] : []),
      ...(bookingId === undefined ? [] : [row('booking_id', '=', bookingId)]),
      ...(sinceMs === undefined ? [] : [row('created_at', '>=', sinceMs)]),
    ]);
