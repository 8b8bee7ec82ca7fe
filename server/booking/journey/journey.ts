/** The journey module: a customer's booking through the full API. */
import type { Middleware } from 'koa';
import type { ClientAddress } from '../../api/http/client-address.ts';
import type { RateLimit } from '../../api/http/rate-limit.ts';
import type { ExchangedState } from '../../api/tokens/exchange-in-form.ts';
import { payment } from '../../contract/hooks-api.ts';
import type { OpenJourney } from '../../contract/journey-api/answers.ts';
import type { PublicLook } from '../../contract/journey-api/look.ts';
import type { Clock } from '../../core/clock.ts';
import { Problem } from '../../core/errors.ts';
import type { Jobs } from '../../core/jobs/jobs.ts';
import type { Module } from '../../core/module.ts';
import type { Log } from '../../core/observability/log.ts';
import { isSecureUrl } from '../../core/secure-url.ts';
import type { Encryption } from '../../core/store/encryption.ts';
import type { ServerKeys } from '../../core/store/server-keys.ts';
import type { Store } from '../../core/store/store.ts';
import type { BookingEvents } from '../../partner/events/booking-events.ts';
import type { Hooks, PaymentHook } from '../../partner/hooks.ts';
import { createAskKnown } from '../../partner/hooks-http/ask-known.ts';
import { HookFailure, readResult } from '../../partner/hooks-http/call-hook.ts';
import { logHookFailure } from '../../partner/hooks-http/log-hook-failure.ts';
import type { Assumptions } from '../../upstream/assumptions/assumptions.ts';
import type { EvidenceReads } from '../../upstream/evidence/reads.ts';
import type { JourneyReads } from '../../upstream/full-api-reads.ts';
import type { Outbox } from '../../upstream/writes/outbox.ts';
import { createConsents } from '../appointments/signed-consents.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import { watchDelays } from './delays.ts';
import { createJourneyIds } from './journey-ids.ts';
import type { Journeys } from './journeys.ts';
import { createLostBookings } from './lost-bookings.ts';
import { makeJourney } from './new-journey.ts';
import { createOpenings } from './open-journey.ts';
import { createPreviews } from './previews.ts';
import { createProvisioning, type ExpectedProvisioning } from './provisioning.ts';
import { showNew } from './requests.ts';
import { journeyRouter } from './routes.ts';
import type { StepDeps } from './step.ts';
import { documentConcluded } from './steps/document.ts';
import { createTransitions } from './transitions.ts';

interface JourneyDeps
  extends ExpectedProvisioning,
    Pick<StepDeps, 'words' | 'readAppointment' | 'findBooked'> {
  store: Store;
  journeys: Journeys;
  keys: Pick<ServerKeys, 'journeyTag'>;
  encryption: Encryption;
  outbox: Outbox;
  assumptions: Assumptions;
  reads: JourneyReads;
  evidence: EvidenceService;
  evidenceReads: EvidenceReads;
  /** Records what happens to bookings; null without a receiver. */
  events: BookingEvents | null;
  hooks: Hooks & { payment: PaymentHook };
  /** Customer sign-in and role, before any of the module's routes. */
  guard: Middleware[];
  /** Exchange of the user token in the form of a request, and role, before the first view. */
  exchanged: Middleware<ExchangedState>[];
  clientAddress: ClientAddress;
  /** Counts the new journeys of each customer. */
  newBookings: RateLimit;
  /** Deletes the customer's older journeys that were left before anything was paid, ordered or signed. */
  deleteAbandoned: (customerId: string) => Promise<void>;
  log: Log;
  clock: Clock;
  jobs: Pick<Jobs, 'every' | 'clock'>;
}

/** The journey module. */
export interface JourneyModule extends Module {
  /**
   * Makes the first step for a page that does not know its user yet (contract/journey-api/look.ts). Stores nothing.
   * @throws Problem 503 if no journey can start under the provisioned configuration; UpstreamError
   */
  publicLook(asked: OpenJourney): Promise<PublicLook>;
}

/**
 * Creates the module. Call it once per server: it registers the handlers of completed writes and of checked documents.
 * @returns its routes: /first-view, and those under /journeys; and the look for nobody
 */
export function createJourneyModule(given: JourneyDeps): JourneyModule {
  const { store, journeys, encryption, evidence, events, hooks, log, jobs, clock } = given;
  const { now } = clock;
  const deps = { ...given, now };
  const ids = createJourneyIds({ journeyTag: deps.keys.journeyTag, now });
  const provisioning = createProvisioning(deps);
  const stepDeps: StepDeps = {
    ...deps,
    provisioning,
    payment: guardedPayment(hooks.payment, log),
    askProfile: createAskKnown('customerProfile', hooks.customerProfile, log),
    lostBookings: createLostBookings(store, deps.reads),
    consents: createConsents(store, encryption),
    ...(hooks.consentDocument ? { consentDocument: hooks.consentDocument } : {}),
  };
  if (events) watchDelays({ store, journeys, events, jobs, log });
  const transitions = createTransitions({ ...deps, stepDeps });
  const openings = createOpenings({ ...deps, ids, transitions, stepDeps, provisioning });

  evidence.onConcluded('consent', (trx, state) =>
    transitions.applyExternal(trx, state.ownerId, (journey) =>
      documentConcluded(journey, state, stepDeps.consents),
    ),
  );

  const readPreviews = createPreviews(deps);
  return {
    router: journeyRouter({ ...deps, journeys, transitions, stepDeps, openings, readPreviews }),
    async publicLook(asked) {
      const made = await makeJourney({ ids, stepDeps, provisioning, log }, { customer: null, asked });
      return { asked, view: { ...(await showNew(stepDeps, made)), journey_id: '' } };
    },
  };
}

/**
 * Wraps the partner's payment hook: failures are logged and results are checked (ORD-07, GAP-51). The wrapped hook throws
 * Problem 503 `payment_unavailable` if it fails or its result is unusable.
 */
const guardedPayment =
  (ask: PaymentHook, log: Log): PaymentHook =>
  async (request) => {
    try {
      const found = readResult(payment, await ask(request));
      // The customer pays there, so it must be secure.
      if (found.state === 'due' && !isSecureUrl(new URL(found.payUrl)))
        throw new HookFailure('pay_url_not_secure', false, ['payUrl']);
      return found;
    } catch (error) {
      logHookFailure(log, 'payment', error, request.journeyId);
      throw new Problem('payment_unavailable', {
        headers: { 'Retry-After': '5' },
      });
    }
  };
