/** The journey as its customer sees it: each outgoing field is named here or in the step that shows it. */

import type { StepName } from '../contract/journey-api/steps.ts';
import type { JourneyView, Notice, Summary } from '../contract/journey-api/views.ts';
import type { Assumptions } from '../upstream/assumptions/assumptions.ts';
import { type Journey, notice } from './journey-state.ts';
import { shownPrice } from './price.ts';
import type { Needs } from './step.ts';
import { steps } from './steps.ts';

/** The steps that are named to the customer; waiting for a write belongs to the step before it. */
const named: StepName[] = [
  'place',
  'product',
  'times',
  'identity',
  'document',
  'consent',
  'prescreen',
  'review',
  'questionnaire',
  'sent',
];
const belongsTo: Partial<Record<StepName, StepName>> = {
  order: 'review',
  schedule: 'questionnaire',
  blocked: 'questionnaire',
};

/** What can still be changed: nothing while a write runs, no other test once paid for, only the times once ordered. */
export function canRevisit(journey: Journey, step: StepName, nowMs: number): boolean {
  if (journey.state !== 'open' || journey.pending || step === journey.step) return false;
  if (journey.evidence?.status === 'checking') return false;
  if (step === 'sent' || step === 'review' || step === 'questionnaire') return false;
  if (!steps[step].done(journey, nowMs)) return false;
  if (journey.order) return step === 'times' && !journey.schedule;
  if (journey.payment) return step !== 'place' && step !== 'product';
  return true;
}

/** One consent step stands in a journey, whichever its branch; a prescreen only where the product asks for one. */
function isNamed({ configuration, product }: Journey, name: StepName): boolean {
  if (name === 'prescreen') return product?.product.is_prescreening_required === true;
  if (name === 'consent') return configuration.customer_consent.mode === 'service_consent_api';
  return name !== 'document' || configuration.customer_consent.mode === 'api_partner_pdf';
}

function marks(journey: Journey, nowMs: number): JourneyView['steps'] {
  const current = belongsTo[journey.step] ?? journey.step;
  return named
    .filter((name) => isNamed(journey, name))
    .map((name) => ({
      name,
      state: name === current ? 'current' : steps[name].done(journey, nowMs) ? 'done' : 'ahead',
      can_revisit: canRevisit(journey, name, nowMs),
    }));
}

const summary = (journey: Journey, assumptions: Assumptions): Summary => ({
  test: journey.chosen && {
    test_type: journey.chosen.test_type,
    name: journey.product?.product.name ?? null,
  },
  place: journey.chosen?.place ?? null,
  times: journey.times,
  price: journey.product && shownPrice(journey.product.product, assumptions),
});

/** A journey with an order goes to its end first; a payment under way is asked about before it is left (open-journey.ts). */
export function canStartOver(journey: Journey): boolean {
  if (journey.state === 'finished') return true;
  const begun = journey.search !== null;
  return begun && !journey.order && !journey.pending && journey.payment?.state !== 'paid';
}

/** A write, or a document that the service is looking at. */
const isWorking = ({ pending, evidence }: Journey, parked: boolean) =>
  (pending !== null && !parked) || evidence?.status === 'checking';

export async function viewOf(
  journey: Journey,
  needs: Needs,
  kept: { draft: JourneyView['draft']; parked: boolean },
): Promise<JourneyView> {
  const stalled: Notice | null = kept.parked ? notice('stalled') : null;
  return {
    journey_id: journey.id,
    revision: journey.revision,
    steps: marks(journey, needs.now()),
    summary: summary(journey, needs.assumptions),
    notice: stalled ?? journey.notice,
    working: isWorking(journey, kept.parked) ? { poll_after_ms: 1000 } : null,
    draft: kept.draft,
    can_start_over: canStartOver(journey),
    shows: await steps[journey.step].shows(journey, needs),
  };
}
