/** The events that a change of a booking causes. */
import { describe, expect, it } from 'vitest';
import { type BookingState, bookingEventTypes, bookingStates } from '../../../server/contract/events.ts';
import {
  afterJourney,
  afterRead,
  type BookingFacts,
  eventsOf,
  factsOf,
  type TrackedFacts,
  trackedFrom,
  upcomingDue,
} from '../../../server/partner/events/booking-facts.ts';

const tracked = (state: BookingState, over: Partial<TrackedFacts> = {}): TrackedFacts => ({
  ...factsOf(state),
  isRefundDue: false,
  isDelayed: false,
  needsSupport: false,
  confirmedAtMs: null,
  announced: null,
  ...over,
});
const read = (state: BookingState, over: Partial<BookingFacts> = {}): BookingFacts => ({
  ...factsOf(state),
  ...over,
});
const typesOfRead = (before: TrackedFacts, after: BookingFacts) =>
  eventsOf(before, afterRead(before, after, 0)).types;
const typesOfJourney = (before: TrackedFacts, after: BookingState) =>
  eventsOf(before, afterJourney(before, after)).types;

const day = '2031-05-14T15:00:00.000Z';

describe('A read of the appointment', () => {
  it.each<[TrackedFacts, BookingFacts, string[]]>([
    [tracked('unscheduled'), read('requested'), ['booking.requested']],
    [tracked('requested'), read('unscheduled'), ['booking.declined']],
    [tracked('requested'), read('confirmed', { scheduledFor: day }), ['booking.confirmed']],
    [
      tracked('confirmed', { scheduledFor: day }),
      read('confirmed', { scheduledFor: '2031-05-15T15:00:00Z' }),
      ['booking.rescheduled'],
    ],
    [
      tracked('confirmed', { scheduledFor: day }),
      read('confirmed', { scheduledFor: '2031-05-14T11:00:00-04:00' }),
      [],
    ],
    [tracked('confirmed', { scheduledFor: day }), read('requested'), ['booking.rescheduled']],
    // Withdrawn by the location, or asked for another time and declined, between two reads.
    [
      tracked('confirmed', { scheduledFor: day }),
      read('unscheduled'),
      ['booking.rescheduled', 'booking.declined'],
    ],
    [tracked('unknown'), read('unscheduled'), []],
    [tracked('confirmed'), read('unknown'), []],
    [tracked('confirmed'), read('results_in_progress'), []],
    [
      tracked('results_in_progress'),
      read('results_ready', { hasResults: true }),
      ['booking.results_available'],
    ],
    [tracked('results_ready', { hasResults: true }), read('completed'), ['booking.completed']],
    [
      tracked('confirmed'),
      read('completed', { hasResults: true }),
      ['booking.results_available', 'booking.completed'],
    ],
    [tracked('physician_review'), read('unscheduled'), []],
    [tracked('blocked', { isRefundDue: true }), read('unscheduled'), []],
    [tracked('blocked', { isRefundDue: true }), read('canceled'), ['booking.canceled']],
    [tracked('canceled'), read('refunded'), ['booking.refund_due']],
    [tracked('canceled', { isRefundDue: true }), read('refunded'), []],
  ])('from %o to %o causes %j', (before, after, types) => {
    expect(typesOfRead(before, after)).toEqual(types);
  });

  it('that has new results after the service took them back says so again', () => {
    const nowMs = Date.parse(day) + 1;
    for (const takenBack of [read('results_in_progress'), read('confirmed', { scheduledFor: day })]) {
      const had = tracked('results_ready', { scheduledFor: day, hasResults: true });
      const back = eventsOf(had, afterRead(had, takenBack, nowMs));
      expect(back).toMatchObject({ types: [], facts: { state: 'results_in_progress', hasResults: false } });
      // Another read says the same.
      expect(eventsOf(back.facts, afterRead(back.facts, takenBack, nowMs)).types).toEqual([]);
      const corrected = read('results_ready', { scheduledFor: day, hasResults: true });
      expect(eventsOf(back.facts, afterRead(back.facts, corrected, nowMs)).types).toEqual([
        'booking.results_available',
      ]);
    }
  });

  it('that keeps a review or a block leaves the state as it is', () => {
    expect(afterRead(tracked('physician_review'), read('unscheduled'), 0).state).toBe('physician_review');
    expect(afterRead(tracked('blocked'), read('unscheduled'), 0).state).toBe('blocked');
  });
});

describe('An appointment that is soon', () => {
  const atMs = Date.parse(day);
  const awayMs = (hours: number, minutes = 0) => atMs - hours * 3_600_000 - minutes * 60_000;
  const soon = (over: Partial<TrackedFacts> = {}) =>
    tracked('confirmed', { scheduledFor: day, confirmedAtMs: awayMs(200), ...over });
  const announced = (hoursBefore: number, scheduledFor = day) => ({
    announced: { scheduledFor, hoursBefore },
  });

  it.each<[string, TrackedFacts, number, number | null]>([
    ['more than 48 hours away', soon(), awayMs(48, 1), null],
    ['48 hours away', soon(), awayMs(48), 48],
    ['48 hours away and announced', soon(announced(48)), awayMs(47), null],
    [
      '48 hours away, announced for another time',
      soon(announced(48, '2031-05-01T15:00:00Z')),
      awayMs(47),
      48,
    ],
    ['2 hours away', soon(announced(48)), awayMs(2), 2],
    ['2 hours away and announced', soon(announced(2)), awayMs(1), null],
    ['2 hours away, while the server was down before', soon(), awayMs(1, 30), 2],
    ['past', soon(), atMs, null],
    ['confirmed only a day before', soon({ confirmedAtMs: awayMs(24) }), awayMs(20), null],
    ['confirmed only a day before, and 2 hours away', soon({ confirmedAtMs: awayMs(24) }), awayMs(2), 2],
    ['canceled', soon({ state: 'canceled' }), awayMs(47), null],
  ])('which is %s', (_, facts, nowMs, hours) => {
    expect(upcomingDue(facts, nowMs)).toBe(hours);
  });

  it('and moved counts as confirmed when the new time was read', () => {
    const moved = afterRead(soon(), read('confirmed', { scheduledFor: '2031-05-15T15:00:00Z' }), awayMs(20));
    expect(moved.confirmedAtMs).toBe(awayMs(20));
    expect(afterRead(soon(), read('confirmed', { scheduledFor: day }), awayMs(20)).confirmedAtMs).toBe(
      awayMs(200),
    );
  });
});

it('a state from before the first record causes no event', () => {
  for (const state of ['blocked', 'refunded', 'completed'] as const)
    expect(typesOfRead(trackedFrom(read(state)), read(state))).toEqual([]);
});

describe('A change of the journey', () => {
  it.each<[BookingState, BookingState, string[]]>([
    ['started', 'payment_due', ['booking.payment_reference_needed']],
    ['payment_due', 'paid', []],
    ['paid', 'unscheduled', []],
    ['unscheduled', 'physician_review', ['booking.physician_review']],
    ['unscheduled', 'blocked', ['booking.blocked', 'booking.refund_due']],
    ['physician_review', 'requested', ['booking.requested']],
  ])('from %s to %s causes %j', (before, after, types) => {
    expect(typesOfJourney(tracked(before), after)).toEqual(types);
  });

  it.each<BookingState>(['requested', 'confirmed', 'canceled', 'no_show', 'completed'])(
    'to its request is not news where a read has said %s',
    (state) => {
      expect(typesOfJourney(tracked(state), 'requested')).toEqual([]);
    },
  );
});

const states = Object.keys(bookingStates) as BookingState[];

it.each(states)('no change of %s causes an event', (state) => {
  const same = tracked(state, {
    scheduledFor: day,
    hasResults: true,
    isRefundDue: true,
    isDelayed: true,
    needsSupport: true,
  });
  expect(eventsOf(same, { ...same }).types).toEqual([]);
});

it('every type of event has a cause', () => {
  const caused = states.flatMap((before) =>
    states.flatMap((after) =>
      typesOfRead(tracked(before), read(after, { hasResults: after === 'results_ready' })),
    ),
  );
  const paid = tracked('paid');
  caused.push(...eventsOf(paid, { ...paid, isDelayed: true, needsSupport: true }).types);
  const announced = { scheduledFor: day, hoursBefore: 48 };
  caused.push(...eventsOf(paid, { ...paid, announced }).types);
  expect(new Set(caused)).toEqual(new Set(Object.keys(bookingEventTypes)));
});
