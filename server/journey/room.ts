/** Puts the journey's room together: its rows, its turns, what it is told of evidence, and its routes. */
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { EvidenceService } from '../evidence/evidence-service.ts';
import type { Hooks, PaymentHook } from '../hooks.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Outbox } from '../jobs/outbox.ts';
import type { Log } from '../observability/log.ts';
import type { Encryption } from '../store/encryption.ts';
import type { Store } from '../store/store.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import type { EvidenceReads } from '../upstream/evidence/reads.ts';
import type { JourneyReads } from '../upstream/full-api-reads.ts';
import { createJourneys } from './journeys.ts';
import { createOpenJourney } from './open-journey.ts';
import { guardedPayment } from './payment.ts';
import { createProvisioning, type ExpectedProvisioning } from './provisioning.ts';
import { journeyRouter } from './routes.ts';
import type { Needs } from './step.ts';
import { documentConcluded } from './steps/document.ts';
import { createTransitions } from './transitions.ts';

/** How long an answer waits for the service before the page is told to ask again. */
const waitTimeoutMs = 2_500;

export function createJourneyRoom(parts: {
  store: Store;
  encryption: Encryption;
  outbox: Outbox;
  assumptions: Assumptions;
  reads: JourneyReads;
  evidence: EvidenceService;
  evidenceReads: EvidenceReads;
  /** The payment is the partner's to answer for. */
  hooks: Hooks & { payment: PaymentHook };
  /** What the configuration's `environment` must read; null accepts any. */
  environment: string | null;
  /** The settings that a configuration needs and that are missing. */
  missing: ExpectedProvisioning['missing'];
  /** Customer sign-in and role, before any of its routes. */
  guard: Middleware[];
  clientAddress: ClientAddress;
  log: Log;
  now: () => number;
}): Router {
  const { store, encryption, outbox, reads, evidence, evidenceReads, hooks, guard, clientAddress, log, now } =
    parts;
  const needs: Needs = {
    assumptions: parts.assumptions,
    reads,
    evidenceReads,
    evidence,
    payment: guardedPayment(hooks.payment, log),
    ...(hooks.consentDocument ? { consentDocument: hooks.consentDocument } : {}),
    now,
  };
  const journeys = createJourneys(store, encryption, now);
  const turns = createTransitions({ store, encryption, journeys, outbox, needs, log, waitTimeoutMs });
  const provisioning = createProvisioning(reads, parts, log);
  const open = createOpenJourney({ journeys, turns, needs, provisioning, log });

  evidence.onConcluded('consent', async (trx, { id: deskId, ownerId, phase, record, reason }) => {
    const found = { deskId, upstreamId: record?.id ?? null, accepted: phase === 'accepted', reason };
    await turns.follow(trx, ownerId, (journey) => documentConcluded(journey, found));
  });

  return journeyRouter({ journeys, turns, needs, open, guard, clientAddress });
}
