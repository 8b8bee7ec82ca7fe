/** Makes the journey that a page asks for. It stores nothing: a look at the first step creates no booking. */
import { hash } from 'node:crypto';
import type { OpenJourney, Profile } from '../../contract/journey-api/answers.ts';
import type { Session } from '../../contract/token-api.ts';
import { testTypes } from '../../contract/upstream-api/test-types.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Log } from '../../core/observability/log.ts';
import type { JourneyIds } from './journey-ids.ts';
import { firstRevision, type Intent, type Journey, newJourney } from './journey-state.ts';
import { prefillOf } from './prefill.ts';
import type { Provisioning } from './provisioning.ts';
import type { StepDeps, Transition } from './step.ts';
import { searchAtOpening } from './steps/place.ts';
import { advance } from './steps.ts';

/** The dependencies of new journeys. */
export interface NewJourneyDeps {
  ids: JourneyIds;
  stepDeps: StepDeps;
  provisioning: Pick<Provisioning, 'read' | 'recent'>;
  log: Log;
}

/** What a new journey takes over from the customer's journey before. */
export type Carried = Partial<Pick<Journey, 'openConsentSession' | 'earlierProfile' | 'previous'>>;

/** What a new journey is made of. */
export interface NewJourneySource {
  /** Null for the first step of a page that does not know its user yet. */
  customer: Pick<Session, 'subject'> | null;
  asked: OpenJourney;
  /** @default nothing */
  carried?: Carried;
  /** The id of a journey that was made before, and is made again. @default a new one */
  id?: string;
  /** The answer that begins the journey says where to search: nothing else has to be found. @default false */
  isSearched?: boolean;
  /** The customer acts on what was found before, so what cannot be found now is an error. @default false */
  isSeen?: boolean;
}

/** A journey that is not stored. */
export interface NewJourney {
  journey: Journey;
  /** What its step shows, where it was read already. */
  read?: unknown;
}

/**
 * Makes a new journey under the configuration read for it (CFG-02, CFG-30), with the search or the choice that the page
 * asks for. The same request makes an equal journey, as long as the service responds the same.
 * @throws Problem 503 if no journey can start under the provisioned configuration; 404 `appointment_not_found`;
 *   UpstreamError if what the customer has seen cannot be found
 */
export async function makeJourney(
  deps: NewJourneyDeps,
  { customer, asked, carried = {}, id, isSearched = false, isSeen = false }: NewJourneySource,
): Promise<NewJourney> {
  const asksZip = customer !== null && !asked.near && !isSearched;
  const [configuration, knownZip] = await Promise.all([
    id === undefined && customer ? deps.provisioning.read() : deps.provisioning.recent(),
    asksZip ? zipOf(deps, customer.subject, carried.earlierProfile ?? null) : null,
  ]);
  const subject = customer?.subject ?? '';
  const empty = newJourney(id ?? deps.ids.create(subject), subject, configuration, intentOf(asked));
  const journey: Journey = { ...empty, ...carried, knownZip };
  const found = isSearched ? null : await findAsked(deps, journey, asked, isSeen);
  if (!found) return { journey };
  const { journey: next } = advance(found, deps.stepDeps.now());
  return { journey: { ...next, revision: revisionOf(next) }, read: found.read };
}

/**
 * The revision of a new journey. It is made of the choice, if the page made one: the journey may be stored later, and
 * `If-Match` then refuses the answer to another offering or price than the customer saw (DISC-30).
 */
const revisionOf = ({ chosen, product }: Journey): number =>
  chosen === null
    ? firstRevision
    : 1 + Number.parseInt(hash('sha256', JSON.stringify([chosen, product]), 'hex').slice(0, 6), 16);

/** The limits that the page asks for. */
export const intentOf = ({
  test_types,
  alternates,
  locations,
  offerings,
  radius_miles,
}: OpenJourney): Intent => ({
  offeredTests: test_types ?? [...testTypes],
  offersAlternates: alternates ?? true,
  limits: {
    locations: locations ?? null,
    offerings: offerings ?? null,
    radiusMiles: radius_miles ?? null,
  },
});

/** @returns the five digits of the customer's ZIP code, as the partner or the last booking knows it */
async function zipOf(
  { stepDeps }: NewJourneyDeps,
  subject: string,
  earlier: Profile | null,
): Promise<string | null> {
  const known = prefillOf(await stepDeps.askProfile({ subject }), earlier);
  return /^\d{5}/.exec(known?.address?.postal_code ?? '')?.[0] ?? null;
}

/**
 * Finds what the page asked to book again, or searches where it asked to, or near the customer's ZIP code.
 * @param mustFind whether a service that does not respond is an error. @default the customer searches
 * @returns null if the customer searches: several tests are offered, nothing is known, or the service does not respond
 * @throws Problem 404 `appointment_not_found`; UpstreamError
 */
export async function findAsked(
  deps: NewJourneyDeps,
  journey: Journey,
  asked: OpenJourney,
  mustFind = false,
): Promise<Transition | null> {
  const booked = asked.again === undefined ? null : await findBooked(deps, journey, asked.again);
  if (booked) return booked;
  const near = asked.near ?? (journey.knownZip === null ? null : { zip: journey.knownZip });
  return near && searchAtOpening(journey, near, deps.stepDeps).catch(onlyUnavailable);

  function onlyUnavailable(error: unknown): null {
    if (mustFind || !(error instanceof UpstreamError)) throw error;
    deps.log('journey.search_failed', { journey_id: journey.id, upstream_request_id: error.requestId });
    return null;
  }
}

/**
 * Chooses the test and the clinic of an earlier appointment.
 * @returns null if they are not offered any more
 * @throws Problem 404 `appointment_not_found`
 */
async function findBooked(
  { stepDeps }: NewJourneyDeps,
  journey: Journey,
  appointmentId: string,
): Promise<Transition | null> {
  const booked = await stepDeps.findBooked(journey.customerId, appointmentId);
  const { offeredTests, limits } = journey;
  const test = offeredTests.find((type) => type === booked?.testType);
  if (!booked || !test) return null;
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
  return found?.journey.chosen ? { ...found, journey: { ...found.journey, offeredTests, limits } } : null;
}
