/** The journey as its customer sees it. Each outgoing field is named here or in the step that presents it. */
import type { Notice } from '../../contract/journey-api/notices.ts';
import { type StepName, stepNames } from '../../contract/journey-api/steps.ts';
import type { JourneyView, Summary } from '../../contract/journey-api/views.ts';
import type { PartnerContact } from '../../contract/partner-contact.ts';
import type { ParkedWrite } from '../../upstream/writes/write.ts';
import { consentModeOf } from './branch.ts';
import { type Journey, needPerson, notice, referenceOf } from './journey-state.ts';
import { choosesAfterDecline } from './steps/sent.ts';
import { steps } from './steps.ts';

/** Waiting for a write belongs to the step before it. */
const belongsTo: Partial<Record<StepName, StepName>> = {
  order: 'review',
  schedule: 'questionnaire',
  blocked: 'questionnaire',
};
/** The steps that are named to the customer. */
const named = stepNames.filter((name) => !(name in belongsTo));

/**
 * Whether the customer may change a step: none while a write is under way or a document is checked, neither the place
 * nor the test once a payment has begun, and only the times once the test is ordered. Who chooses other times after a
 * decline can go back to the declined request.
 * @param nowMs milliseconds since the epoch
 */
export function canRevisit(journey: Journey, step: StepName, nowMs: number): boolean {
  if (journey.state !== 'open' || journey.pending || step === journey.step) return false;
  if (choosesAfterDecline(journey)) return step === 'sent';
  if (journey.evidence?.status === 'checking') return false;
  if (step === 'sent' || step === 'review' || step === 'questionnaire') return false;
  if (!steps[step].done(journey, nowMs)) return false;
  if (step === 'product' && journey.product?.isSkipped) return false;
  if (journey.order) return step === 'times' && !journey.schedule;
  if (journey.payment) return step !== 'place' && step !== 'product';
  return true;
}

/** A journey has one consent step, by its branch, and a prescreen if the product asks for one. */
function isNamed(journey: Journey, name: StepName): boolean {
  if (name === 'prescreen') return journey.product?.product.is_prescreening_required === true;
  if (name === 'consent') return consentModeOf(journey) === 'service_consent_api';
  return name !== 'document' || consentModeOf(journey) === 'api_partner_pdf';
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

const summary = ({ chosen, product, times, payment }: Journey): Summary => ({
  test: chosen && { test_type: chosen.test_type, name: product?.product.name ?? null },
  place: chosen?.place ?? null,
  times,
  price: product?.price ?? null,
  paid: payment?.state === 'paid',
});

const previous = ({ previous: before }: Journey): JourneyView['previous'] =>
  before && { journey_id: before.journeyId, test_type: before.testType };

/**
 * Whether the customer may leave the journey for a new one: not before the first search, and not while a write is under
 * way. A journey with a payment or an order goes to its end first; a payment that was begun is checked before the
 * journey is left (open-journey.ts).
 */
export function canStartOver(journey: Journey): boolean {
  if (journey.state !== 'open') return true;
  const begun = journey.search !== null;
  return begun && !journey.order && !journey.pending && journey.payment?.state !== 'paid';
}

/** A write is under way, or the service checks a document. */
const isWorking = ({ pending, evidence }: Journey, parked: ParkedWrite | null) =>
  parked === null && (pending !== null || evidence?.status === 'checking');

/** The data that was read for a view. */
export interface ReadForView {
  /** The data that the journey's step read. */
  step: unknown;
  draft: JourneyView['draft'];
  /** The parked write that the journey waits for; null without one. */
  parked: ParkedWrite | null;
  /** How customers reach the partner. */
  contact: PartnerContact;
  /** Whether the journey is stored. */
  isStored: boolean;
}

function noticeOf(journey: Journey, { parked, contact }: ReadForView): Notice | null {
  const isUnreadable = parked?.as === 'unreadable';
  const shown = parked ? notice(isUnreadable ? 'upstream_unreadable' : 'stalled') : journey.notice;
  if (!shown || !needPerson.includes(shown.code)) return shown;
  const { order } = journey;
  const reference = order ? referenceOf(order) : (shown.upstream_request_id ?? parked?.writeId ?? journey.id);
  return { ...shown, reference, contact };
}

/**
 * Makes the view from the journey and from what was read for it.
 * @param journey with its price fixed
 * @param nowMs milliseconds since the epoch
 * @throws Problem 409 `step_out_of_order` if the journey lacks what its step shows
 */
export function viewOf(journey: Journey, read: ReadForView, nowMs: number): JourneyView {
  return {
    journey_id: journey.id,
    revision: journey.revision,
    is_stored: read.isStored,
    steps: marks(journey, nowMs),
    summary: summary(journey),
    notice: noticeOf(journey, read),
    working: isWorking(journey, read.parked) ? { poll_after_ms: 1000 } : null,
    draft: read.draft,
    can_start_over: read.isStored && canStartOver(journey),
    previous: journey.chosen ? null : previous(journey),
    contact: read.contact,
    shows: steps[journey.step].present(journey, read.step),
  };
}
