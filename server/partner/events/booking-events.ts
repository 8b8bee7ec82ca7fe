/** Stores the events of a change, in the transaction that stores the change. */
import type { Kysely } from 'kysely';
import type { BookingEventType, BookingState } from '../../contract/events.ts';
import { Conflict } from '../../core/store/conflict.ts';
import { afterCommit } from '../../core/store/store.ts';
import type { Tables } from '../../core/store/tables.ts';
import {
  afterJourney,
  afterRead,
  type BookingFacts,
  eventsOf,
  factsOf,
  type TrackedFacts,
  trackedFrom,
  upcomingDue,
  upcomingHours,
} from './booking-facts.ts';
import { type Booking, type BookingIds, newEvent, type StoredEvents } from './stored-events.ts';

/** A change as the caller has seen it. `before` counts if the server has no earlier record of the booking. */
interface Change<T> {
  before: T;
  after: T;
}

/** Records what happens to bookings, for the modules that change them. */
export interface BookingEvents {
  /**
   * Records a change of a journey, in the transaction that stores it.
   * @param ids with the journey's id
   */
  journeyChanged(trx: Kysely<Tables>, ids: BookingIds, change: Change<BookingState>): Promise<void>;
  /**
   * Records what keeps a paid journey from its end: a request has had no response for a long time, or was refused. Later
   * calls with the same fact change nothing.
   * @param ids with the journey's id
   */
  paidJourneyHeld(trx: Kysely<Tables>, ids: BookingIds, fact: 'isDelayed' | 'needsSupport'): Promise<void>;
  /**
   * Records a read of an appointment, in the transaction that stores it.
   * @param ids with the appointment's id
   */
  appointmentRead(trx: Kysely<Tables>, ids: BookingIds, change: Change<BookingFacts>): Promise<void>;
  /** Records that a booking has become another customer's. Its events go on, with that customer as their subject. */
  customerChanged(trx: Kysely<Tables>, appointmentId: string, customerId: string): Promise<void>;
  /** Lists the bookings of which an announcement of the appointment is due. */
  upcoming(): Promise<BookingIds[]>;
  /** Records that the appointment is soon, if its announcement is still due. Later calls change nothing. */
  announceUpcoming(trx: Kysely<Tables>, ids: BookingIds): Promise<void>;
}

interface BookingEventsDeps {
  stored: StoredEvents;
  /** The names of the receivers. */
  receivers: readonly string[];
  now: () => number;
  /** Called after the commit of a new event. */
  onNew: () => void;
}

/** Creates the recording of events. */
export function createBookingEvents(deps: BookingEventsDeps): BookingEvents {
  return {
    journeyChanged: (trx, ids, { before, after }) =>
      record(deps, trx, ids, factsOf(before), (tracked) => afterJourney(tracked, after)),
    paidJourneyHeld: (trx, ids, fact) =>
      record(deps, trx, ids, factsOf('paid'), (tracked) => ({ ...tracked, [fact]: true })),
    appointmentRead: (trx, ids, { before, after }) =>
      record(deps, trx, ids, before, (tracked) => afterRead(tracked, after, deps.now())),
    customerChanged: (trx, appointmentId, customerId) =>
      deps.stored.bookings.moveTo(trx, appointmentId, customerId),
    upcoming: () => findUpcoming(deps),
    announceUpcoming: (trx, ids) =>
      record(deps, trx, ids, factsOf('unknown'), (tracked) => announced(tracked, deps.now())),
  };
}

/** How far ahead, in hours, an announcement can be due. */
const aheadHours = Math.max(...upcomingHours);

async function findUpcoming({ stored, now }: BookingEventsDeps): Promise<BookingIds[]> {
  const soon = await stored.bookings.atHours(now(), aheadHours);
  return soon.filter(({ facts }) => upcomingDue(facts, now()) !== null);
}

function announced(tracked: TrackedFacts, nowMs: number): TrackedFacts {
  const hoursBefore = upcomingDue(tracked, nowMs);
  const { scheduledFor } = tracked;
  return hoursBefore === null || scheduledFor === null
    ? tracked
    : { ...tracked, announced: { scheduledFor, hoursBefore } };
}

async function record(
  deps: BookingEventsDeps,
  trx: Kysely<Tables>,
  ids: BookingIds,
  before: BookingFacts,
  factsAfter: (tracked: TrackedFacts) => TrackedFacts,
): Promise<void> {
  const { last, next, types } = await track(deps.stored, trx, ids, before, factsAfter);
  for (const [at, type] of types.entries()) {
    const booking = { ...next, sequence: last.sequence + at + 1 };
    const event = newEvent(booking, { type, before: last.facts.state, atMs: deps.now() });
    for (const receiver of deps.receivers) await deps.stored.insert(trx, { receiver, event });
  }
  if (types.length > 0) afterCommit(trx, deps.onNew);
}

/** Stores what was seen of a booking, which stays locked until the transaction ends. */
async function track(
  { bookings }: StoredEvents,
  trx: Kysely<Tables>,
  ids: BookingIds,
  before: BookingFacts,
  factsAfter: (tracked: TrackedFacts) => TrackedFacts,
): Promise<{ last: Booking; next: Booking; types: BookingEventType[] }> {
  const { journeyId, orderId, appointmentId, reference } = ids;
  const id = journeyId ?? appointmentId;
  if (id === null) throw new Error('a booking has the id of a journey or of an appointment');
  const untracked = { id, ...ids, revision: 0, sequence: 0 };
  for (;;) {
    const tracked = await bookings.lock(trx, { id, appointmentId });
    const last: Booking = tracked ?? { ...untracked, facts: trackedFrom(before) };
    const { types, facts } = eventsOf(last.facts, factsAfter(last.facts));
    const next: Booking = {
      ...last,
      journeyId: journeyId ?? last.journeyId,
      orderId: orderId ?? last.orderId,
      appointmentId: appointmentId ?? last.appointmentId,
      reference: reference ?? last.reference,
      facts,
      sequence: last.sequence + types.length,
      revision: last.revision + 1,
    };
    try {
      await (tracked ? bookings.update(trx, next) : bookings.insert(trx, next));
      return { last, next, types };
    } catch (error) {
      // Another process has inserted the booking first, and has committed.
      if (!(error instanceof Conflict) || tracked) throw error;
    }
  }
}
