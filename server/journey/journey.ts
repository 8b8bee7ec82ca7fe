/** The journey module: a customer's booking through the full API. */
import type { Middleware } from 'koa';
import type { BookingEvents } from '../events/booking-events.ts';
import type { EvidenceService } from '../evidence/evidence.ts';
import type { Hooks, PaymentHook } from '../hooks.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Module } from '../module.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { ExchangedState } from '../tokens/exchange-in-form.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { EvidenceReads } from '../upstream/evidence/reads.ts';
import type { JourneyReads } from '../upstream/full-api-reads.ts';
import { createJourneys } from './journeys.ts';
import { createLostBookings } from './lost-bookings.ts';
import { createOpenJourney } from './open-journey.ts';
import { guardedPayment } from './payment.ts';
import { createAskProfile } from './prefill.ts';
import { createPreviews } from './previews.ts';
import { createProvisioning, type ExpectedProvisioning } from './provisioning.ts';
import { journeyRouter } from './routes.ts';
import type { StepDeps } from './step.ts';
import { documentConcluded } from './steps/document.ts';
import { createTransitions } from './transitions.ts';

/** How long an answer waits for the service before the page is asked to poll. */
const waitTimeoutMs = 2_500;

interface JourneyDeps
  extends ExpectedProvisioning,
    Pick<StepDeps, 'terms' | 'appointmentsUrl' | 'readAppointment'> {
  store: Store;
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
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/**
 * Creates the module. Call it once per server: it registers the handlers of completed writes and of checked documents.
 * @returns its routes: /first-view, and those under /journeys
 */
export function createJourneyModule(deps: JourneyDeps): Module {
  const { store, encryption, evidence, hooks, log, now } = deps;
  const stepDeps: StepDeps = {
    ...deps,
    payment: guardedPayment(hooks.payment, log),
    askProfile: createAskProfile(hooks.customerProfile, log),
    lostBookings: createLostBookings(store, deps.reads),
    ...(hooks.consentDocument ? { consentDocument: hooks.consentDocument } : {}),
  };
  const journeys = createJourneys(store, encryption, now);
  const transitions = createTransitions({ ...deps, journeys, stepDeps, waitTimeoutMs });
  const provisioning = createProvisioning(deps.reads, deps, log);
  const open = createOpenJourney({ journeys, transitions, stepDeps, provisioning, log });

  evidence.onConcluded('consent', async (trx, { id: evidenceId, ownerId, phase, record, reason }) => {
    const found = { evidenceId, upstreamId: record?.id ?? null, accepted: phase === 'accepted', reason };
    await transitions.applyExternal(trx, ownerId, (journey) => documentConcluded(journey, found));
  });

  const readPreviews = createPreviews(deps);
  return { router: journeyRouter({ ...deps, journeys, transitions, stepDeps, open, readPreviews }) };
}
