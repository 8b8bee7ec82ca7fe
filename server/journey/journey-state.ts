/** The state of a journey: what the customer chose, what the service answered, and what is under way. */
import { randomUUID } from 'node:crypto';
import type { Profile } from '../contract/journey-api/answers.ts';
import type { Notice, NoticeCode } from '../contract/journey-api/notices.ts';
import type { StepName } from '../contract/journey-api/steps.ts';
import type { PlaceView, Price } from '../contract/journey-api/views.ts';
import type { FieldProblem } from '../contract/problem.ts';
import type { Configuration } from '../contract/upstream-api/configuration.ts';
import type { ConsentFinalizeRequest } from '../contract/upstream-api/consent.ts';
import type { OfferingProduct } from '../contract/upstream-api/offerings.ts';
import type { Order } from '../contract/upstream-api/orders.ts';
import type { FinalizedSubmission } from '../contract/upstream-api/questionnaire.ts';
import type { ScheduleResponse } from '../contract/upstream-api/schedule.ts';
import type { TestType } from '../contract/upstream-api/test-types.ts';
import type { KeptDocument } from '../evidence/documents.ts';
import type { WriteKind } from '../upstream/write-kinds.ts';

/** The search for a place. */
export interface Search {
  test_types: TestType[];
  near: { zip: string } | { lat: number; lng: number };
  page: number;
  /**
   * The places that were shown, of which one can be chosen, until one is.
   * Missing in bodies of older versions and once a place is chosen.
   */
  offered?: PlaceView[];
}

/** The bookable pair with the place it was found at; carried unchanged to prescreen and order (DISC-47). */
export interface ChosenOffering {
  catalog_id: string;
  offering_id: string;
  test_type: string;
  place: PlaceView;
}

/** The requested times, as availability gave them. */
export interface Times {
  primary: string;
  alternates: string[];
}

/** A signature under way: the finalize body is frozen at the first attempt (CONS-46). */
export interface Signing {
  template_id: string;
  template_version: string | number;
  content_hash: string;
  payload_schema_version: string;
  canonicalization_version: string;
  finalize: ConsentFinalizeRequest;
  session_id: string | null;
}

/** Which places the page wants to offer; null for no limit. */
export interface PlaceLimits {
  locations: string[] | null;
  offerings: string[] | null;
  radiusMiles: number | null;
}

/** What the page asked for when it opened the journey. */
export interface Intent {
  offeredTests: TestType[];
  offersAlternates: boolean;
  limits: PlaceLimits;
}

/** The whole state of one booking; stored encrypted. */
export interface Journey {
  id: string;
  /** `external_customer_id` (IDN-08). */
  customerId: string;
  origin: string;
  revision: number;
  /** A `finished` journey stays the customer's current one until they leave it. */
  state: 'open' | 'finished' | 'left';
  step: StepName;
  /** Snapshot at creation; never read again for this journey (CFG-18, T52). */
  configuration: Configuration;
  offeredTests: TestType[];
  offersAlternates: boolean;
  limits: PlaceLimits;
  /** The finished booking that this one followed; null without one. */
  previous: { journeyId: string; testType: string | null } | null;
  /** When it was finished, in milliseconds since the epoch; null before, and in bodies of older versions. */
  finishedAt: number | null;
  /** The last search; null before the first. */
  search: Search | null;
  /** The chosen offering and its place; null before the choice. */
  chosen: ChosenOffering | null;
  /**
   * `price` is fixed before it is first shown; missing in bodies of older versions until their next view. `isSkipped`:
   * the customer never saw its step; missing in bodies of older versions.
   */
  product: (OfferingProduct & { accepted: boolean; isSkipped?: boolean; price?: Price }) | null;
  /** The chosen times; null before the choice, and while they must be chosen again. */
  times: Times | null;
  /** After a chosen time was taken, until the customer has chosen again; null otherwise. */
  taken: { lost: string[]; kept: string[] } | null;
  profile: Profile | null;
  /** The profile of the customer's earlier booking, to prefill this one's. */
  earlierProfile: Profile | null;
  /** Whether the service requires height and weight. */
  asksBodyMeasures: boolean;
  /** The customer's identity at the service; null until it is saved. */
  identityId: string | null;
  /** The signature of the consent that is being sent; null without one. */
  signing: Signing | null;
  /** The consent session made last and neither finalized nor abandoned, even if its signature failed (GAP-26). */
  openConsentSession: string | null;
  /** The finished consent with the versions in force (VER-05). */
  consent: {
    grant_id: string;
    expires_at: string;
    test_type: string;
    signed: Omit<Signing, 'finalize'>;
  } | null;
  /** The signed PDF kept here and not yet handed in. */
  uploaded: KeptDocument | null;
  /** The consent as evidence (branch api_partner_pdf). */
  evidence: {
    /** Id of the record in `evidence/`; stored bodies have this name for it. */
    deskId: string;
    upstreamId: string | null;
    status: 'checking' | 'accepted';
    test_type: string;
    /** The version under which it was handed in (VER-05). */
    attestation_version: string;
  } | null;
  /** Why the last document was refused. */
  documentReason: string | null;
  /** Whether the partner's hook was asked for the document. */
  partnerAsked: boolean;
  /** The submitted prescreen; null before it, or if the product requires none. */
  prescreen: { order_id: string } | null;
  /** The payment at the partner; null before it begins. */
  payment: { state: 'begun'; payUrl: string } | { state: 'paid'; reference: string } | null;
  /** The placed order; null before. */
  order: {
    order_id: string;
    order_ref: string;
    appointment_id: string;
    answer: Pick<Order, 'appointments'>;
  } | null;
  /** The submitted questionnaire with its outcome; null before. */
  questionnaire: FinalizedSubmission | null;
  /** The accepted request for times; null before. */
  schedule: ScheduleResponse | null;
  /** The logical write under way, at most one. */
  pending: { writeId: string; kind: WriteKind } | null;
  /**
   * How many writes of each kind the service has answered; it makes their idempotency keys. Missing in bodies of older
   * versions. A write whose key the service knows with another payload does not count.
   */
  completed?: Partial<Record<WriteKind, number>>;
  /** Ids of refused writes that are repeated as the same logical request after a new consent (ERR-36). */
  refused: Partial<Record<WriteKind, string>>;
  /** What the page says above the step; null if there is nothing to say. */
  notice: Notice | null;
}

/**
 * Creates a journey at its first step.
 * @param origin the origin of the page that opened it
 * @param intent what the page asked for
 */
export const newJourney = (
  customerId: string,
  origin: string,
  configuration: Configuration,
  intent: Intent,
): Journey => ({
  id: randomUUID(),
  customerId,
  origin,
  revision: 1,
  state: 'open',
  step: 'place',
  configuration,
  ...intent,
  previous: null,
  finishedAt: null,
  search: null,
  chosen: null,
  product: null,
  times: null,
  taken: null,
  profile: null,
  earlierProfile: null,
  asksBodyMeasures: false,
  identityId: null,
  signing: null,
  openConsentSession: null,
  consent: null,
  uploaded: null,
  evidence: null,
  documentReason: null,
  partnerAsked: false,
  prescreen: null,
  payment: null,
  order: null,
  questionnaire: null,
  schedule: null,
  pending: null,
  refused: {},
  notice: null,
});

/**
 * Creates a notice.
 * @param fields the fields to correct. @default none
 * @param requestId the upstream's request id, for support. @default null
 */
export const notice = (
  code: NoticeCode,
  fields: FieldProblem[] = [],
  requestId: string | null = null,
): Notice => ({
  code,
  fields,
  upstream_request_id: requestId,
});
