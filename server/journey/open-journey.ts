/** Opens the booking: the customer's current journey, or a new one under the configuration read for it (CFG-02, CFG-18, CFG-30). */
import type { OpenJourney } from '../contract/journey-api/answers.ts';
import type { Session } from '../contract/token-api.ts';
import { testTypes } from '../contract/upstream-api/test-types.ts';
import { Problem } from '../errors.ts';
import type { Log } from '../observability/log.ts';
import { type Journey, newJourney } from './journey-state.ts';
import type { Journeys } from './journeys.ts';
import type { ReadProvisioning } from './provisioning.ts';
import type { StepDeps } from './step.ts';
import { askPayment } from './steps/review.ts';
import type { Transitions } from './transitions.ts';
import { canStartOver } from './view.ts';

interface OpenJourneyDeps {
  journeys: Journeys;
  transitions: Transitions;
  stepDeps: StepDeps;
  provisioning: ReadProvisioning;
  log: Log;
}

/** A journey, and whether it was made by this request. */
export interface OpenedJourney {
  journey: Journey;
  isNew: boolean;
}

/**
 * Opens the current journey of a signed-in customer, or a new one.
 * @throws Problem 409 `journey_has_order` if the customer may not start over; 503 if no journey can start under the
 *   provisioned configuration
 */
export type OpenCustomerJourney = (session: Session, asked: OpenJourney) => Promise<OpenedJourney>;

/** Creates the opening of journeys. It throws Problem 409 `journey_has_order` if the customer may not start over. */
export function createOpenJourney(deps: OpenJourneyDeps): OpenCustomerJourney {
  const { journeys, transitions, stepDeps } = deps;
  return async (session, asked) => {
    const current = await journeys.current(session.subject);
    if (!current) return create(deps, session, asked);
    if (!asked.start_over) return { journey: current, isNew: false };
    if (!canStartOver(current)) {
      throw new Problem('journey_has_order');
    }
    const paid = await paidMeanwhile(deps, current);
    if (paid) return { journey: paid, isNew: false };
    const left: Journey = { ...current, state: 'left', notice: null };
    await transitions.apply({ journey: left, at: current.step }, current);
    if (current.uploaded) await stepDeps.evidence.documents.discard(current.uploaded.id);
    // A consent session that is open at the service stays open there, so the next journey must know it (GAP-26).
    return create(deps, session, asked, current.openConsentSession);
  };
}

async function create(
  { journeys, provisioning, log }: OpenJourneyDeps,
  { subject, origin }: Session,
  asked: OpenJourney,
  openConsentSession: string | null = null,
): Promise<OpenedJourney> {
  const configuration = await provisioning();
  const offered = asked.test_types ?? [...testTypes];
  const journey: Journey = {
    ...newJourney(subject, origin, configuration, offered, asked.alternates ?? true),
    openConsentSession,
  };
  if (await journeys.insert(journey)) {
    log('journey.opened', { journey_id: journey.id });
    return { journey, isNew: true };
  }
  // Another tab was first: its journey is this customer's journey (IDEM-12).
  const first = await journeys.current(subject);
  if (!first) throw new Problem('journey_moved');
  return { journey: first, isNew: false };
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
  const transition = await askPayment({ ...journey, notice: null }, `${journey.origin}/`, stepDeps);
  return transition.journey.payment?.state === 'paid' ? transitions.apply(transition, journey) : null;
}
