/** Opens the booking: the customer's current journey, or a new one under the configuration read for it (CFG-02, CFG-30). */
import { isDeepStrictEqual } from 'node:util';
import type { RateLimit } from '../../api/http/rate-limit.ts';
import type { OpenJourney, Profile } from '../../contract/journey-api/answers.ts';
import type { Session } from '../../contract/token-api.ts';
import { testTypes } from '../../contract/upstream-api/test-types.ts';
import { Problem, UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import { Conflict } from '../../core/store/conflict.ts';
import { type Intent, type Journey, newJourney } from './journey-state.ts';
import type { Journeys } from './journeys.ts';
import { prefillOf } from './prefill.ts';
import type { Provisioning } from './provisioning.ts';
import type { StepDeps } from './step.ts';
import { searchAtOpening } from './steps/place.ts';
import { askPayment } from './steps/review.ts';
import type { Transitions } from './transitions.ts';
import { canStartOver } from './view.ts';

interface OpenJourneyDeps {
  journeys: Journeys;
  transitions: Transitions;
  stepDeps: StepDeps;
  provisioning: Pick<Provisioning, 'read'>;
  /** Counts the new journeys of each customer. */
  newBookings: RateLimit;
  /** Deletes the customer's older journeys that were left before anything was paid, ordered or signed. */
  deleteAbandoned: (customerId: string) => Promise<void>;
  log: Log;
}

/** A journey, and whether it was made by this request. */
export interface OpenedJourney {
  journey: Journey;
  isNew: boolean;
}

/** How often an opening begins again because another tab changed the journey meanwhile. */
const triesAtMost = 3;
/** How long a finished booking stays the one that a page shows, in milliseconds. */
const showsFinishedMs = 30 * 60_000;

/**
 * Opens the current journey of a signed-in customer, or a new one. What the page asks for changes a current journey
 * in which no place is chosen. A booking that was finished more than half an hour ago gives way to a new one. With
 * `start_over`, a journey that has begun does too, unless its payment has arrived.
 * @throws Problem 409 `journey_has_order` if the customer may not start over; 409 `journey_moved` if the customer's
 *   journeys change meanwhile; 429 `too_many_requests` if the customer began too many; 503 `payment_unavailable`; 503 if no journey can start under the provisioned
 *   configuration
 */
export type OpenCustomerJourney = (session: Session, asked: OpenJourney) => Promise<OpenedJourney>;

/** Creates the opening of journeys. */
export function createOpenJourney(deps: OpenJourneyDeps): OpenCustomerJourney {
  return async (session, asked) => {
    for (let tries = 1; ; tries += 1)
      try {
        return await openOnce(deps, session, asked);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (tries === triesAtMost) throw new Problem('journey_moved');
      }
  };
}

/** @throws Conflict if another request changes the journey meanwhile */
async function openOnce(deps: OpenJourneyDeps, session: Session, asked: OpenJourney): Promise<OpenedJourney> {
  const { journeys, transitions, stepDeps } = deps;
  const current = await journeys.current(session.subject);
  if (!current) {
    refuseTooMany(deps, session);
    return create(deps, session, asked);
  }
  const isPast = current.state === 'finished' && stepDeps.now() - (current.finishedAt ?? 0) > showsFinishedMs;
  const isUntouched = current.state === 'open' && current.step === 'place' && current.search === null;
  if (isUntouched && asked.again) return { journey: await bookAgain(deps, current, asked), isNew: false };
  const isLeft = asked.start_over || (asked.again !== undefined && current.state !== 'open');
  if (!isLeft && !isPast) return { journey: await follow(deps, current, asked), isNew: false };
  if (isUntouched) return { journey: await follow(deps, current, asked), isNew: false };
  if (!canStartOver(current)) {
    throw new Problem('journey_has_order');
  }
  const paid = await paidMeanwhile(deps, current);
  if (paid) return { journey: paid, isNew: false };
  refuseTooMany(deps, session);
  const left: Journey = { ...current, state: 'left', notice: null };
  await transitions.apply({ journey: left, at: current.step }, current);
  if (current.uploaded) await stepDeps.evidence.documents.discard(current.uploaded.id);
  // A consent session that is open at the service stays open there, so the next journey must know it (GAP-26).
  const { openConsentSession } = current;
  const earlierProfile = current.profile ?? current.earlierProfile;
  const previous =
    current.state === 'finished'
      ? { journeyId: current.id, testType: current.chosen?.test_type ?? null }
      : null;
  return create(deps, session, asked, { openConsentSession, earlierProfile, previous });
}

/** @throws Problem 429 `too_many_requests` */
function refuseTooMany({ newBookings }: OpenJourneyDeps, { subject }: Session): void {
  if (newBookings.isReached(subject)) throw newBookings.refusal(subject);
}

async function create(
  deps: OpenJourneyDeps,
  { subject, origin }: Session,
  asked: OpenJourney,
  carried: Partial<Pick<Journey, 'openConsentSession' | 'earlierProfile' | 'previous'>> = {},
): Promise<OpenedJourney> {
  const { journeys, provisioning, newBookings, log } = deps;
  await deps.deleteAbandoned(subject);
  const [configuration, knownZip] = await Promise.all([
    provisioning.read(),
    asked.near ? null : zipOf(deps, subject, carried.earlierProfile ?? null),
  ]);
  const empty = newJourney(subject, origin, configuration, intentOf(asked));
  const journey: Journey = { ...empty, ...carried, knownZip };
  if (await journeys.insert(journey)) {
    newBookings.count(subject);
    log('journey.opened', { journey_id: journey.id });
    const opened = asked.again ? bookAgain(deps, journey, asked) : searchNear(deps, journey, journey, asked);
    return { journey: await opened, isNew: true };
  }
  // Another tab was first: its journey is this customer's journey (IDEM-12).
  const first = await journeys.current(subject);
  if (!first) throw new Problem('journey_moved');
  return { journey: first, isNew: false };
}

/** @returns the five digits of the customer's ZIP code, as the partner or the last booking knows it */
async function zipOf(
  { stepDeps }: OpenJourneyDeps,
  subject: string,
  earlier: Profile | null,
): Promise<string | null> {
  const known = prefillOf(await stepDeps.askProfile({ subject }), earlier);
  return /^\d{5}/.exec(known?.address?.postal_code ?? '')?.[0] ?? null;
}

const intentOf = ({ test_types, alternates, locations, offerings, radius_miles }: OpenJourney): Intent => ({
  offeredTests: test_types ?? [...testTypes],
  offersAlternates: alternates ?? true,
  limits: {
    locations: locations ?? null,
    offerings: offerings ?? null,
    radiusMiles: radius_miles ?? null,
  },
});

/** Changes a journey in which no place is chosen to what this page asks for. @returns the journey as it is then */
async function follow(deps: OpenJourneyDeps, current: Journey, asked: OpenJourney): Promise<Journey> {
  if (current.state !== 'open' || current.chosen || current.step !== 'place') return current;
  const { offeredTests, offersAlternates, limits } = current;
  const intent = intentOf(asked);
  if (isDeepStrictEqual({ offeredTests, offersAlternates, limits: { ...limits } }, intent)) return current;
  return searchNear(deps, { ...current, ...intent, search: null }, current, asked);
}

/**
 * Chooses the test and the clinic of an earlier appointment. If they are not offered any more, the customer searches.
 * @throws Problem 404 `appointment_not_found`
 */
async function bookAgain(deps: OpenJourneyDeps, journey: Journey, asked: OpenJourney): Promise<Journey> {
  const { transitions, stepDeps } = deps;
  const booked = await stepDeps.findBooked(journey.customerId, asked.again ?? '');
  const { offeredTests, limits } = journey;
  const test = offeredTests.find((type) => type === booked?.testType);
  if (booked && test) {
    const only = { locations: null, offerings: [booked.offeringId], radiusMiles: null };
    const found = await searchAtOpening(
      { ...journey, offeredTests: [test], limits: only },
      { zip: booked.zip },
      stepDeps,
      true,
    ).catch((error: unknown) => {
      if (error instanceof UpstreamError) return null;
      throw error;
    });
    if (found?.journey.chosen)
      return transitions.apply({ ...found, journey: { ...found.journey, offeredTests, limits } }, journey);
  }
  return searchNear(deps, journey, journey, asked);
}

/**
 * Searches where the page asked to, or near the customer's ZIP code. If the service does not answer, the customer searches.
 * @param read the journey as stored
 */
async function searchNear(
  { transitions, stepDeps, log }: OpenJourneyDeps,
  journey: Journey,
  read: Journey,
  asked: OpenJourney,
): Promise<Journey> {
  const near = asked.near ?? (journey.knownZip === null ? null : { zip: journey.knownZip });
  const found = near && (await searchAtOpening(journey, near, stepDeps).catch(onlyUnavailable));
  if (found) return transitions.apply(found, read);
  return journey === read ? journey : transitions.amend(journey, read);

  function onlyUnavailable(error: unknown): null {
    if (!(error instanceof UpstreamError)) throw error;
    log('journey.search_failed', { journey_id: journey.id, upstream_request_id: error.requestId });
    return null;
  }
}

/**
 * Asks whether a payment that was begun has arrived: then the order is owed, and the journey goes on.
 * @returns the journey that goes on, or null
 */
async function paidMeanwhile(
  { transitions, stepDeps }: OpenJourneyDeps,
  journey: Journey,
): Promise<Journey | null> {
  if (journey.payment?.state !== 'begun') return null;
  const transition = await askPayment(
    { ...journey, notice: null },
    { return_url: `${journey.origin}/` },
    stepDeps,
  );
  return transition.journey.payment?.state === 'paid' ? transitions.apply(transition, journey) : null;
}
