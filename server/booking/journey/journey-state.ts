/** The state of a journey: what the customer chose, what the service answered, and what is under way. */
import { z } from 'zod';
import { bookingReference } from '../../contract/booking-reference.ts';
import { profile } from '../../contract/journey-api/answers.ts';
import type { Notice, NoticeCode } from '../../contract/journey-api/notices.ts';
import { consentText } from '../../contract/journey-api/signed-consents.ts';
import { stepNames } from '../../contract/journey-api/steps.ts';
import { type FieldProblem, fieldProblem } from '../../contract/problem.ts';
import { consentFinalizeRequest } from '../../contract/upstream-api/consent.ts';
import { testType } from '../../contract/upstream-api/test-types.ts';
import { stored } from '../../core/store/stored.ts';
import type { BookingIds } from '../../partner/events/stored-events.ts';
import { scheduled } from '../../upstream/appointments/responses.ts';
import { type Configuration, configuration } from '../../upstream/configuration.ts';
import { neededOffering } from '../../upstream/offerings/responses.ts';
import { orderedAppointments } from '../../upstream/orders/responses.ts';
import { neededSubmission } from '../../upstream/questionnaire/responses.ts';
import type { WriteKind } from '../../upstream/write-kinds.ts';

const text = z.string();
/** Texts of sets that a later version may extend. */
const writeKind = z.custom<WriteKind>((value) => typeof value === 'string');
const noticeCode = z.custom<NoticeCode>((value) => typeof value === 'string');

const place = z.looseObject({
  address_line_1: text.nullable(),
  address_line_2: text.nullable(),
  city: text.nullable(),
  state: text.nullable(),
  postal_code: text.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  distance_miles: z.number().nullable(),
  starting_retail_price: z.number().nullable(),
  tests: z.array(z.looseObject({ catalog_id: text, offering_id: text, test_type: text })),
});

const search = stored({
  test_types: z.array(testType),
  near: z.union([z.looseObject({ zip: text }), z.looseObject({ lat: z.number(), lng: z.number() })]),
  page: z.int(),
  /** The places that were shown, of which one can be chosen. Missing before they are shown, and once one is chosen. */
  offered: z.array(place).exactOptional(),
});
/** The search for a place. */
export type Search = z.infer<typeof search>;

const chosen = stored({ catalog_id: text, offering_id: text, test_type: text, place });
/** The bookable pair with the place it was found at; carried unchanged to prescreen and order (DISC-47). */
export type ChosenOffering = z.infer<typeof chosen>;

/** Null if the service did not send it. */
const version = z.union([text, z.number()]).nullable();

const signed = {
  template_id: text,
  template_version: version,
  content_hash: text,
  payload_schema_version: text.nullable(),
  canonicalization_version: text.nullable(),
  session_id: text.nullable(),
  /** Of the configuration under which it was signed. */
  configuration_version: version,
  /** When the customer signed, in milliseconds since the epoch. */
  signedAtMs: z.number(),
};
const signing = stored({
  ...signed,
  finalize: consentFinalizeRequest,
  /** The text as the customer saw it. */
  text: consentText,
});
/** A signature under way: the finalize body is frozen at the first attempt (CONS-46). */
export type Signing = z.infer<typeof signing>;

const branch = stored({ configuration_version: version, physician_mode: text });
/** The branch that an order was created under, to its end (CFG-18). */
export type OrderBranch = z.infer<typeof branch>;

const limits = stored({
  locations: z.array(text).nullable(),
  offerings: z.array(text).nullable(),
  radiusMiles: z.number().nullable(),
});
/** Which places the page wants to offer; null for no limit. */
export type PlaceLimits = z.infer<typeof limits>;

/** The limits that the page set when it opened the journey. */
export type Intent = Pick<Journey, 'offeredTests' | 'offersAlternates' | 'limits'>;

/** The whole state of one booking; stored encrypted. */
export const storedJourney = stored({
  id: text,
  /** `external_customer_id` (IDN-08). */
  customerId: text,
  revision: z.int(),
  /**
   * A `finished` journey stays the customer's current one until they leave it. It is `open` again while they choose other
   * times after a decline.
   */
  state: z.enum(['open', 'finished', 'left']),
  step: z.enum(stepNames),
  /** As it was read last. It decides only what the service has not created yet (branch.ts; CFG-18, T52). */
  configuration: configuration.needed,
  offeredTests: z.array(testType),
  offersAlternates: z.boolean(),
  limits,
  /** The finished booking that this one followed; null without one. */
  previous: z.looseObject({ journeyId: text, testType: text.nullable() }).nullable(),
  /** When it was finished, in milliseconds since the epoch; null before. */
  finishedAt: z.number().nullable(),
  /** The last search; null before the first. */
  search: search.nullable(),
  /** The chosen offering and its place; null before the choice. */
  chosen: chosen.nullable(),
  /**
   * The product of the chosen offering, with the price that the customer is shown and asked to pay. `isSkipped`: the
   * customer never saw its step.
   */
  product: neededOffering
    .extend({
      accepted: z.boolean(),
      isSkipped: z.boolean(),
      price: z.looseObject({ amount: z.number(), currency: text }),
    })
    .nullable(),
  /** The chosen times; null before the choice, and while they must be chosen again. */
  times: z.looseObject({ primary: text, alternates: z.array(text) }).nullable(),
  /** After a chosen time was taken, or a decline, until the customer has chosen again; null otherwise. */
  taken: z.looseObject({ lost: z.array(text), kept: z.array(text) }).nullable(),
  profile: profile.nullable(),
  /** The profile of the customer's earlier booking, to prefill this one's. */
  earlierProfile: profile.nullable(),
  /** The customer's ZIP code when the journey began, to search near it; null if nobody knows it. */
  knownZip: text.nullable(),
  /** Whether the service requires height and weight. */
  asksBodyMeasures: z.boolean(),
  /** The customer's identity at the service; null until it is saved. */
  identityId: text.nullable(),
  /** The signature of the consent that is being sent; null without one. */
  signing: signing.nullable(),
  /** The consent session made last and neither finalized nor abandoned, even if its signature failed (GAP-26). */
  openConsentSession: text.nullable(),
  /** The finished consent with the versions in force (VER-05). */
  consent: z
    .looseObject({
      grant_id: text,
      /** Null if the service did not say. */
      expires_at: text.nullable(),
      test_type: text,
      signed: z.looseObject(signed),
    })
    .nullable(),
  /** The signed PDF kept here and not yet handed in. */
  uploaded: z.looseObject({ id: text, content_length: z.int(), sha256: text }).nullable(),
  /** The consent as evidence (branch api_partner_pdf). */
  evidence: z
    .looseObject({
      /** Id of the record in `evidence/`. */
      evidenceId: text,
      upstreamId: text.nullable(),
      status: z.enum(['checking', 'accepted']),
      test_type: text,
      /** What was signed, and by whom. */
      signed: z.looseObject({ signer_name: text, signed_at: text, sha256: text, bytes: z.int() }),
      /** The version under which it was handed in (VER-05). */
      attestation_version: text,
      configuration_version: version,
    })
    .nullable(),
  /** Why the last document was refused. */
  documentReason: text.nullable(),
  /** Whether the partner's hook was asked for the document. */
  partnerAsked: z.boolean(),
  /** The submitted prescreen; null before it, or if the product requires none. */
  prescreen: z.looseObject({ order_id: text, branch }).nullable(),
  /** Whether the last answers to a prescreen named symptoms of the heart. No other answer is kept. */
  advisesEmergency: z.boolean(),
  /** The payment at the partner; null before it begins. */
  payment: z
    .union([
      z.looseObject({ state: z.literal('begun'), payUrl: text }),
      z.looseObject({ state: z.literal('paid'), reference: text }),
    ])
    .nullable(),
  /** The placed order; null before. */
  order: z
    .looseObject({
      order_id: text,
      order_ref: text,
      appointment_id: text,
      // An order that was found after a restore has nothing else.
      answer: z.looseObject({ appointments: orderedAppointments }),
      branch,
    })
    .nullable(),
  /** The submitted questionnaire with its outcome; null before. */
  questionnaire: neededSubmission.nullable(),
  /** The texts that the customer confirmed in the questionnaire; empty before. */
  preparation: z.array(z.looseObject({ label: text, format: z.enum(['html', 'text']), text })),
  /** The accepted request for times; null before. Kept while the customer chooses others after a decline. */
  schedule: scheduled.needed.nullable(),
  /** The logical write under way, at most one. */
  pending: z.looseObject({ writeId: text, kind: writeKind }).nullable(),
  /**
   * How many writes of each kind the service has answered; it makes their idempotency keys. A write whose key the
   * service knows with another payload does not count.
   */
  completed: z.partialRecord(writeKind, z.int()),
  /** Ids of refused writes that are repeated as the same logical request after a new consent (ERR-36). */
  refused: z.partialRecord(writeKind, text),
  /** The notice above the step; null if there is none. */
  notice: z
    .looseObject({ code: noticeCode, fields: z.array(fieldProblem), upstream_request_id: text.nullable() })
    .nullable(),
  /** Identifies the customer's last request that changed the journey, so that a repeated one changes nothing; null before. */
  lastRequest: text.nullable(),
});
/** The whole state of one booking; stored encrypted. */
export type Journey = z.infer<typeof storedJourney>;

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
