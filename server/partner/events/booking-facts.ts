/** The facts that the server knows of a booking, and the events that a change causes. Pure. */
import { z } from 'zod';
import type { BookingEventType, BookingState } from '../../contract/events.ts';
import { stored } from '../../core/store/stored.ts';

const facts = {
  // Of a set that a later version may extend.
  state: z.custom<BookingState>((value) => typeof value === 'string'),
  /** The confirmed time, ISO 8601; null without one. Never sent. */
  scheduledFor: z.string().nullable(),
  hasResults: z.boolean(),
};
const bookingFacts = stored(facts);
/** The facts from which events are derived. */
export type BookingFacts = z.infer<typeof bookingFacts>;

/** The facts that the server has stored, with what it has announced. */
export const trackedFacts = stored({
  ...facts,
  /** Whether `booking.refund_due` was announced; it is sent once. */
  isRefundDue: z.boolean(),
  /** Whether `booking.delayed` was announced; it is sent once. */
  isDelayed: z.boolean(),
  /** Whether `booking.support_needed` was announced; it is sent once. */
  needsSupport: z.boolean(),
  /** When the server learned of the confirmed time, in milliseconds since the epoch; null without one. */
  confirmedAtMs: z.number().nullable(),
  /** The time for which `booking.upcoming` was announced last; null before. */
  announced: z.looseObject({ scheduledFor: z.string(), hoursBefore: z.int() }).nullable(),
});
/** The facts that the server has stored, with what it has announced. */
export type TrackedFacts = z.infer<typeof trackedFacts>;

/** The facts of a booking without an appointment that was read. */
export const factsOf = (state: BookingState): BookingFacts => ({
  state,
  scheduledFor: null,
  hasResults: false,
});

/** The states that end with the request for a time: only in these does a journey know more than the appointment. */
const beforeRequest: readonly BookingState[] = [
  'started',
  'payment_due',
  'paid',
  'unscheduled',
  'physician_review',
];

/** The states in which the partner keeps money for a test that does not take place. */
const refundStates: readonly BookingState[] = ['blocked', 'refunded'];

/** The facts of a booking that the server has not tracked: what it was before causes no event. */
export const trackedFrom = (before: BookingFacts): TrackedFacts => ({
  ...before,
  isRefundDue: refundStates.includes(before.state),
  isDelayed: false,
  needsSupport: false,
  confirmedAtMs: null,
  announced: null,
});

/** The facts after a journey has changed. A read of the appointment may have come first, and is then newer. */
export const afterJourney = (tracked: TrackedFacts, state: BookingState): TrackedFacts =>
  beforeRequest.includes(tracked.state) ? { ...tracked, state } : tracked;

/** The facts after a read of the appointment. The service shows neither a review nor a block as a status. */
export function afterRead(tracked: TrackedFacts, read: BookingFacts, nowMs: number): TrackedFacts {
  const isKept =
    read.state === 'unscheduled' && (tracked.state === 'physician_review' || tracked.state === 'blocked');
  // A visit that has results is not confirmed again when the service takes them back.
  const isVisited = read.state === 'confirmed' && visited.includes(tracked.state) && isPast(read, nowMs);
  const state = isKept ? tracked.state : isVisited ? 'results_in_progress' : read.state;
  return {
    ...tracked,
    ...read,
    state,
    hasResults: read.hasResults || (tracked.hasResults && state !== 'results_in_progress'),
    confirmedAtMs: confirmedAt(tracked, read, nowMs),
  };
}

const visited: readonly BookingState[] = ['results_in_progress', 'results_ready'];
const isPast = ({ scheduledFor }: BookingFacts, nowMs: number): boolean =>
  Date.parse(scheduledFor ?? '') < nowMs;

/** When a confirmed time was first read. */
function confirmedAt(tracked: TrackedFacts, read: BookingFacts, nowMs: number): number | null {
  if (read.state !== 'confirmed') return null;
  const isKnown = tracked.state === 'confirmed' && !isMoved(tracked, read);
  return isKnown ? tracked.confirmedAtMs : nowMs;
}

/** How long before the appointment `booking.upcoming` is sent, in hours. */
export const upcomingHours = [48, 2] as const;
const hourMs = 60 * 60_000;

/**
 * Finds the announcement of the appointment that is due: its time has come, the appointment was confirmed before it, and
 * it was not made.
 * @returns hours before the appointment; null if none is due
 */
export function upcomingDue(
  { state, scheduledFor, confirmedAtMs, announced }: TrackedFacts,
  nowMs: number,
): number | null {
  const atMs = Date.parse(scheduledFor ?? '');
  if (state !== 'confirmed' || confirmedAtMs === null || !(nowMs < atMs)) return null;
  // Of two that are due, the later one: the server was down in between.
  const due = upcomingHours.findLast((hours) => atMs - hours * hourMs <= nowMs);
  if (due === undefined || confirmedAtMs > atMs - due * hourMs) return null;
  const isMade = announced?.scheduledFor === scheduledFor && announced.hoursBefore <= due;
  return isMade ? null : due;
}

/** The event of each state that is reached. */
const reached: Partial<Record<BookingState, BookingEventType>> = {
  payment_due: 'booking.payment_reference_needed',
  physician_review: 'booking.physician_review',
  blocked: 'booking.blocked',
  requested: 'booking.requested',
  confirmed: 'booking.confirmed',
  canceled: 'booking.canceled',
  no_show: 'booking.no_show',
  completed: 'booking.completed',
};

/** The states in which the customer waits for the location, or for the visit. */
const answerable: readonly BookingState[] = ['requested', 'confirmed'];

/** @returns the types of the events that a change causes, in order, and the facts to store */
export function eventsOf(
  before: TrackedFacts,
  after: TrackedFacts,
): { types: BookingEventType[]; facts: TrackedFacts } {
  const types: BookingEventType[] = [];
  if (after.isDelayed && !before.isDelayed) types.push('booking.delayed');
  if (after.needsSupport && !before.needsSupport) types.push('booking.support_needed');
  if (after.announced !== before.announced) types.push('booking.upcoming');
  if (after.hasResults && !before.hasResults) types.push('booking.results_available');
  if (isRescheduled(before, after)) types.push('booking.rescheduled');
  else if (after.state !== before.state) types.push(...[reached[after.state] ?? []].flat());
  if (after.state === 'unscheduled' && answerable.includes(before.state)) types.push('booking.declined');
  const isRefundDue = before.isRefundDue || refundStates.includes(after.state);
  if (isRefundDue && !before.isRefundDue) types.push('booking.refund_due');
  return { types, facts: { ...after, isRefundDue } };
}

function isRescheduled(before: BookingFacts, after: BookingFacts): boolean {
  if (before.state !== 'confirmed') return false;
  if (after.state === 'requested' || after.state === 'unscheduled') return true;
  return after.state === 'confirmed' && isMoved(before, after);
}

/** Whether a known time has become another. */
const isMoved = (before: BookingFacts, after: BookingFacts): boolean =>
  before.scheduledFor !== null &&
  after.scheduledFor !== null &&
  Date.parse(before.scheduledFor) !== Date.parse(after.scheduledFor);
