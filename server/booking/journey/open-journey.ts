/** Opens the booking: the customer's current journey, or a new one. A new one is stored when the customer begins it. */
import { isDeepStrictEqual } from 'node:util';
import type { RateLimit } from '../../api/http/rate-limit.ts';
import type { Opening, OpenJourney } from '../../contract/journey-api/answers.ts';
import type { Session } from '../../contract/token-api.ts';
import { Problem } from '../../core/errors.ts';
import { conflictAs, retryConflicts } from '../../core/store/conflict.ts';
import type { Journey } from './journey-state.ts';
import type { Journeys } from './journeys.ts';
import {
  type Carried,
  findAsked,
  intentOf,
  makeJourney,
  type NewJourney,
  type NewJourneyDeps,
  type NewJourneySource,
} from './new-journey.ts';
import { askPayment } from './steps/review.ts';
import { chooseAfterDecline } from './steps/sent.ts';
import type { Transitions } from './transitions.ts';
import { canStartOver } from './view.ts';

interface OpenJourneyDeps extends NewJourneyDeps {
  journeys: Journeys;
  transitions: Transitions;
  /** Counts the new journeys of each customer. */
  newBookings: RateLimit;
  /** Deletes the customer's older journeys that were left before anything was paid, ordered or signed. */
  deleteAbandoned: (customerId: string) => Promise<void>;
}

/** A journey, and how it is stored: not at all, by this request, or before it. */
interface OpenedJourney extends NewJourney {
  stored: 'not' | 'now' | 'before';
}

/** Opens and begins the journeys of customers. */
export interface Openings {
  /**
   * Opens the current journey of a customer, or makes a new one and does not store it. What the page asks for changes a
   * current journey in which no place is chosen. A booking that was finished more than half an hour ago gives way to a
   * new one, unless the location has declined its times. With `start_over`, a journey that has begun does too, unless
   * its payment has arrived; the new one is stored at once. So is one that books an earlier appointment again.
   * @throws Problem 409 `journey_has_order` if the customer may not start over; 409 `journey_moved` if the customer's
   *   journeys change meanwhile; 429 `too_many_requests` if the customer began too many; 503 `payment_unavailable`; 503
   *   if no journey can start under the provisioned configuration
   */
  open(session: Session, asked: OpenJourney): Promise<OpenedJourney>;
  /** Whether a look of this customer has this id, and is not too old to begin (journey-ids.ts). */
  canBegin(session: Session, id: string): boolean;
  /**
   * Makes the journey that `open` returned without storing it again.
   * @throws Problem 503 as `open`; UpstreamError if what the customer saw cannot be found
   */
  remake(session: Session, id: string, opening: Opening): Promise<Journey>;
  /**
   * Stores the journey that `open` returned without storing it: its customer has begun.
   * @param isSearched whether the customer's answer says where to search
   * @returns it, or the customer's current journey if another tab was first (IDEM-12)
   * @throws Problem 409 `journey_moved`, 429, 503 as `open`; UpstreamError if what the customer saw cannot be found
   */
  begin(session: Session, id: string, opening: Opening, isSearched: boolean): Promise<Journey>;
}

/** How long a finished booking stays the one that a page shows, in milliseconds. */
const showsFinishedMs = 30 * 60_000;

/** Creates the opening of journeys. */
export function createOpenings(deps: OpenJourneyDeps): Openings {
  return {
    open: (session, asked) => retried(() => openOnce(deps, session, asked)),
    canBegin: ({ subject }, id) => deps.ids.canBegin(id, subject),
    async remake(session, id, asked) {
      const carried = carriedOf(await deps.journeys.current(session.subject));
      const source = { customer: session, asked, carried, id, isSeen: true };
      return (await makeJourney(deps, source)).journey;
    },
    begin: (session, id, asked, isSearched) =>
      retried(async () => {
        const current = await deps.journeys.current(session.subject);
        if (current && !(await isPast(deps, current))) return current;
        const { journey } = await store(deps, current, {
          customer: session,
          asked,
          id,
          isSearched,
          isSeen: true,
        });
        return journey;
      }),
  };
}

/** @throws Problem 409 `journey_moved` if the customer's journeys change at each try */
const retried = <T>(attempt: () => Promise<T>): Promise<T> =>
  retryConflicts(attempt).catch(conflictAs(() => new Problem('journey_moved')));

/** @throws Conflict if another request changes the journey meanwhile */
async function openOnce(
  deps: OpenJourneyDeps,
  customer: Session,
  asked: OpenJourney,
): Promise<OpenedJourney> {
  const current = await deps.journeys.current(customer.subject);
  const isUntouched = current?.state === 'open' && current.step === 'place' && current.search === null;
  if (isUntouched) return before(await (asked.again ? findIn : follow)(deps, current, asked));
  const isAgain = asked.again !== undefined && current?.state !== 'open';
  const isLeft = current ? isAgain || asked.start_over === true : isAgain;
  if (!isLeft) {
    if (current && !(await isPast(deps, current))) return before(await follow(deps, current, asked));
    return { ...(await makeJourney(deps, { customer, asked, carried: carriedOf(current) })), stored: 'not' };
  }
  if (current && !canStartOver(current)) throw new Problem('journey_has_order');
  const paid = current && (await paidMeanwhile(deps, current, customer));
  return paid ? before(paid) : store(deps, current, { customer, asked });
}

const before = (journey: Journey): OpenedJourney => ({ journey, stored: 'before' });

async function isPast({ stepDeps }: OpenJourneyDeps, journey: Journey): Promise<boolean> {
  const { state, finishedAt } = journey;
  if (state !== 'finished' || stepDeps.now() - (finishedAt ?? 0) <= showsFinishedMs) return false;
  return (await chooseAfterDecline(journey, stepDeps)) === null;
}

/** @param current the journey that the new one follows; null without one */
function carriedOf(current: Journey | null): Carried {
  if (!current) return {};
  // A consent session that is open at the service stays open there, so the next journey must know it (GAP-26).
  const { openConsentSession } = current;
  const earlierProfile = current.profile ?? current.earlierProfile;
  const previous =
    current.state === 'finished'
      ? { journeyId: current.id, testType: current.chosen?.test_type ?? null }
      : null;
  return { openConsentSession, earlierProfile, previous };
}

/**
 * Stores a new journey, and leaves the current one.
 * @throws Conflict if another request changes the current one meanwhile
 */
async function store(
  deps: OpenJourneyDeps,
  current: Journey | null,
  source: NewJourneySource & { customer: Session },
): Promise<OpenedJourney> {
  const { journeys, transitions, newBookings, stepDeps, log } = deps;
  const { subject } = source.customer;
  if (newBookings.isReached(subject)) throw newBookings.refusal(subject);
  const made = await makeJourney(deps, { ...source, carried: carriedOf(current) });
  if (current) {
    const left: Journey = { ...current, state: 'left', notice: null };
    await transitions.apply({ journey: left, at: current.step }, current);
    if (current.uploaded) await stepDeps.evidence.documents.discard(current.uploaded.id);
  }
  await deps.deleteAbandoned(subject);
  if (await journeys.insert(made.journey)) {
    newBookings.count(subject);
    log('journey.opened', { journey_id: made.journey.id });
    return { ...made, stored: 'now' };
  }
  // Another tab was first: its journey is this customer's journey (IDEM-12).
  const first = await journeys.current(subject);
  if (!first) throw new Problem('journey_moved');
  return before(first);
}

/** Changes a journey in which no place is chosen to what this page asks for. @returns the journey as it is then */
async function follow(deps: OpenJourneyDeps, current: Journey, asked: OpenJourney): Promise<Journey> {
  if (current.state !== 'open' || current.chosen || current.step !== 'place') return current;
  const { offeredTests, offersAlternates, limits } = current;
  const intent = intentOf(asked);
  if (isDeepStrictEqual({ offeredTests, offersAlternates, limits: { ...limits } }, intent)) return current;
  const next = { ...current, ...intent, search: null };
  const found = await findAsked(deps, next, { ...asked, again: undefined });
  return found ? deps.transitions.apply(found, current) : deps.transitions.amend(next, current);
}

/** Finds in an untouched journey what the page asks for. @returns the journey as it is then */
async function findIn(deps: OpenJourneyDeps, current: Journey, asked: OpenJourney): Promise<Journey> {
  const found = await findAsked(deps, current, asked);
  return found ? deps.transitions.apply(found, current) : current;
}

/**
 * Asks whether a payment that was begun has arrived: then the order is owed, and the journey goes on.
 * @returns the journey that goes on, or null
 */
async function paidMeanwhile(
  { transitions, stepDeps }: OpenJourneyDeps,
  journey: Journey,
  { origin }: Session,
): Promise<Journey | null> {
  if (journey.payment?.state !== 'begun') return null;
  const transition = await askPayment({ ...journey, notice: null }, { return_url: `${origin}/` }, stepDeps);
  return transition.journey.payment?.state === 'paid' ? transitions.apply(transition, journey) : null;
}
