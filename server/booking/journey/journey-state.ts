/** The state of a journey: what the customer chose, what the service answered, and what is under way. */
import type { AskedTimes } from '../../contract/appointments-api.ts';
import { bookingReference } from '../../contract/booking-reference.ts';
import type { Profile } from '../../contract/journey-api/answers.ts';
import type { Notice, NoticeCode } from '../../contract/journey-api/notices.ts';
import type { ConsentText } from '../../contract/journey-api/signed-consents.ts';
import type { StepName } from '../../contract/journey-api/steps.ts';
import type { PlaceView, Price } from '../../contract/journey-api/views.ts';
import type { FieldProblem } from '../../contract/problem.ts';
import type { ConsentFinalizeRequest } from '../../contract/upstream-api/consent.ts';
import type { TestType } from '../../contract/upstream-api/test-types.ts';
import type { Visit } from '../../contract/visit.ts';
import type { BookingIds } from '../../partner/events/stored-events.ts';
import type { Scheduled } from '../../upstream/appointments/responses.ts';
import type { Configuration } from '../../upstream/configuration.ts';
import type { OfferingProduct } from '../../upstream/offerings/responses.ts';
import type { Order } from '../../upstream/orders/responses.ts';
import type { Submission } from '../../upstream/questionnaire/responses.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';
import type { KeptDocument } from '../evidence/documents.ts';

/** The search for a place. */
export interface Search {
  test_types: TestType[];
  near: { zip: string } | { lat: number; lng: number };
  page: number;
  /** The places that were shown, of which one can be chosen. Missing before they are shown, and once one is chosen. */
  offered?: PlaceView[];
}

/** The bookable pair with the place it was found at; carried unchanged to prescreen and order (DISC-47). */
export interface ChosenOffering {
  catalog_id: string;
  offering_id: string;
  test_type: string;
  place: PlaceView;
}

/** A signature under way: the finalize body is frozen at the first attempt (CONS-46). */
export interface Signing {
  template_id: string;
  /** The versions are null if the service did not send them. */
  template_version: string | number | null;
  content_hash: string;
  payload_schema_version: string | null;
  canonicalization_version: string | null;
  finalize: ConsentFinalizeRequest;
  session_id: string | null;
  /** Of the configuration under which it was signed. */
  configuration_version: Configuration['configuration_version'];
  /** The text as the customer saw it. */
  text: ConsentText;
  /** When the customer signed, in milliseconds since the epoch. */
  signedAtMs: number;
}

/** The branch that an order was created under, to its end (CFG-18). */
export interface OrderBranch {
  configuration_version: Configuration['configuration_version'];
  physician_mode: string;
}

/** Which places the page wants to offer; null for no limit. */
export interface PlaceLimits {
  locations: string[] | null;
  offerings: string[] | null;
  radiusMiles: number | null;
}

/** The limits that the page set when it opened the journey. */
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
  revision: number;
  /** A `finished` journey stays the customer's current one until they leave it. */
  state: 'open' | 'finished' | 'left';
  step: StepName;
  /** As it was read last. It decides only what the service has not created yet (branch.ts; CFG-18, T52). */
  configuration: Configuration;
  offeredTests: TestType[];
  offersAlternates: boolean;
  limits: PlaceLimits;
  /** The finished booking that this one followed; null without one. */
  previous: { journeyId: string; testType: string | null } | null;
  /** When it was finished, in milliseconds since the epoch; null before. */
  finishedAt: number | null;
  /** The last search; null before the first. */
  search: Search | null;
  /** The chosen offering and its place; null before the choice. */
  chosen: ChosenOffering | null;
  /**
   * The product of the chosen offering, with the price that the customer is shown and asked to pay. `isSkipped`: the
   * customer never saw its step.
   */
  product: (OfferingProduct & { accepted: boolean; isSkipped: boolean; price: Price }) | null;
  /** The chosen times; null before the choice, and while they must be chosen again. */
  times: AskedTimes | null;
  /** After a chosen time was taken, until the customer has chosen again; null otherwise. */
  taken: { lost: string[]; kept: string[] } | null;
  profile: Profile | null;
  /** The profile of the customer's earlier booking, to prefill this one's. */
  earlierProfile: Profile | null;
  /** The customer's ZIP code when the journey began, to search near it; null if nobody knows it. */
  knownZip: string | null;
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
    /** Null if the service did not say. */
    expires_at: string | null;
    test_type: string;
    signed: Omit<Signing, 'finalize' | 'text'>;
  } | null;
  /** The signed PDF kept here and not yet handed in. */
  uploaded: KeptDocument | null;
  /** The consent as evidence (branch api_partner_pdf). */
  evidence: {
    /** Id of the record in `evidence/`. */
    evidenceId: string;
    upstreamId: string | null;
    status: 'checking' | 'accepted';
    test_type: string;
    /** What was signed, and by whom. */
    signed: { signer_name: string; signed_at: string; sha256: string; bytes: number };
    /** The version under which it was handed in (VER-05). */
    attestation_version: string;
    configuration_version: Configuration['configuration_version'];
  } | null;
  /** Why the last document was refused. */
  documentReason: string | null;
  /** Whether the partner's hook was asked for the document. */
  partnerAsked: boolean;
  /** The submitted prescreen; null before it, or if the product requires none. */
  prescreen: { order_id: string; branch: OrderBranch } | null;
  /** Whether the last answers to a prescreen named symptoms of the heart. No other answer is kept. */
  advisesEmergency: boolean;
  /** The payment at the partner; null before it begins. */
  payment: { state: 'begun'; payUrl: string } | { state: 'paid'; reference: string } | null;
  /** The placed order; null before. */
  order: {
    order_id: string;
    order_ref: string;
    appointment_id: string;
    answer: Pick<Order, 'appointments'>;
    branch: OrderBranch;
  } | null;
  /** The submitted questionnaire with its outcome; null before. */
  questionnaire: Submission | null;
  /** The texts that the customer confirmed in the questionnaire; empty before. */
  preparation: Visit['preparation'];
  /** The accepted request for times; null before. */
  schedule: Scheduled | null;
  /** The logical write under way, at most one. */
  pending: { writeId: string; kind: WriteKind } | null;
  /**
   * How many writes of each kind the service has answered; it makes their idempotency keys. A write whose key the
   * service knows with another payload does not count.
   */
  completed: Partial<Record<WriteKind, number>>;
  /** Ids of refused writes that are repeated as the same logical request after a new consent (ERR-36). */
  refused: Partial<Record<WriteKind, string>>;
  /** The notice above the step; null if there is none. */
  notice: Notice | null;
  /** Identifies the customer's last request that changed the journey, so that a repeated one changes nothing; null before. */
  lastRequest: string | null;
}

/** The revision of a new journey in which the page has chosen nothing. */
export const firstRevision = 1;

/**
 * Creates a journey at its first step.
 * @param intent what the page asked for
 */
export const newJourney = (
  id: string,
  customerId: string,
  configuration: Configuration,
  intent: Intent,
): Journey => ({
  id,
  customerId,
  revision: firstRevision,
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
  knownZip: null,
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
  advisesEmergency: false,
  payment: null,
  order: null,
  questionnaire: null,
  preparation: [],
  schedule: null,
  pending: null,
  completed: {},
  refused: {},
  notice: null,
  lastRequest: null,
});

/** The number of the booking that the customer and support use. */
export const referenceOf = (order: NonNullable<Journey['order']>): string =>
  bookingReference({
    orderRef: order.order_ref,
    orderId: order.order_id,
    appointmentId: order.appointment_id,
  });

/** The ids by which the partner's events name a journey. */
export const eventIdsOf = ({ id, customerId, order }: Journey): BookingIds => ({
  customerId,
  flow: 'full_api',
  journeyId: id,
  orderId: order?.order_id ?? null,
  appointmentId: order?.appointment_id ?? null,
  reference: order && referenceOf(order),
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

/** The notices that nothing on the page resolves: the customer calls the partner. */
export const needPerson: readonly NoticeCode[] = [
  'support_needed',
  'assumption_unmet',
  'upstream_unreadable',
];
