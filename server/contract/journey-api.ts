/**
 * The journey wire, between `<dx-booking>` and the partner's server. The server owns the journey; the page receives a
 * view and sends an answer. Every call carries a widget token and its proof (token-api.ts); every refusal is a Problem.
 *
 * POST /journeys                       OpenJourney          -> 200 the customer's current journey, or 201 a new one
 * GET  /journeys/{id}                                       -> JourneyView
 * POST /journeys/{id}/answers/{step}   Answers[step]        -> JourneyView     If-Match: "<revision>"
 * POST /journeys/{id}/revisit          Revisit              -> JourneyView     If-Match: "<revision>"
 * POST /journeys/{id}/retry                                 -> JourneyView     sends a stalled write again, same key and bytes
 * PUT  /journeys/{id}/drafts/{step}    Draft                -> 204             what is typed but not yet sent
 */
import { z } from 'zod';
import { type FieldProblem, fieldProblem } from './problem.ts';
import { isoDate, sexes } from './upstream-api/identity.ts';
import { type TestType, testType } from './upstream-api/test-types.ts';

/** In the order the customer meets them. `order` and `schedule` are waited for; `sent` and `blocked` end the journey. */
export const stepNames = [
  'place',
  'product',
  'times',
  'identity',
  'consent',
  'prescreen',
  'review',
  'order',
  'questionnaire',
  'schedule',
  'sent',
  'blocked',
] as const;
export type StepName = (typeof stepNames)[number];

/* ---------- answers: what the page sends ---------- */

const filled = (max: number) =>
  z.string().trim().min(1, 'This is needed.').max(max, `At most ${max} characters.`);

/** `start_over` gives up a journey without an order, or leaves a finished one. */
export const openJourney = z.strictObject({
  test_types: z.array(testType).min(1).optional(),
  start_over: z.boolean().optional(),
});
export type OpenJourney = z.infer<typeof openJourney>;

const near = z.union([
  z.strictObject({ zip: z.string().regex(/^\d{5}$/, 'A ZIP code has five digits.') }),
  z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
]);
export const placeAnswer = z.union([
  z.strictObject({
    search: z.strictObject({
      test_types: z.array(testType).min(1, 'Choose a test.'),
      near,
      page: z.int().min(1).optional(),
    }),
  }),
  z.strictObject({ choose: z.strictObject({ catalog_id: z.uuid(), offering_id: z.uuid() }) }),
]);

export const productAnswer = z.strictObject({ accept: z.literal(true) });

/** Strings exactly as availability gave them (DISC-39). */
export const timesAnswer = z.strictObject({
  primary: z.string().min(1),
  alternates: z.array(z.string().min(1)).min(1, 'Choose at least one alternate time.').max(3),
});

export const profile = z.strictObject({
  first_name: filled(100),
  last_name: filled(100),
  email: z.email('Enter an e-mail address like name@example.com.').max(254),
  phone: filled(30),
  date_of_birth: isoDate,
  sex: z.enum(sexes),
  address: z.strictObject({
    address_line_1: filled(200),
    address_line_2: z.string().trim().max(200).optional(),
    city: filled(100),
    state: filled(50),
    postal_code: filled(12),
  }),
  /** Asked only when the service wants it (GAP-47, GAP-48). */
  height_inches: z.number().min(20).max(110).optional(),
  weight_pounds: z.number().min(20).max(1000).optional(),
});
export type Profile = z.infer<typeof profile>;
export const identityAnswer = profile;

/** `content_hash` is that of the text shown, so that nobody signs what they did not see (CONS-19). */
export const consentAnswer = z.strictObject({
  content_hash: z.string().min(1),
  decisions: z.record(z.string(), z.boolean()),
  typed_name: filled(200),
  attestation: z.literal(true),
});

/** By field name: booleans, text, and `dob` as MM/DD/YYYY (PRE-07). */
export const prescreenAnswer = z.strictObject({
  fields: z.record(z.string(), z.union([z.boolean(), z.string().max(200)])),
});

/** Begins the payment, or asks whether it has arrived; the server believes its hook and not the page. */
export const reviewAnswer = z.strictObject({ return_url: z.url().max(2000) });

export const questionnaireAnswer = z.strictObject({
  questionnaire_definition_id: z.uuid(),
  content_hash: z.string().min(1),
  answers: z.record(z.string(), z.boolean()),
  acknowledgements: z.record(z.string(), z.boolean()),
});

export const answers = {
  place: placeAnswer,
  product: productAnswer,
  times: timesAnswer,
  identity: identityAnswer,
  consent: consentAnswer,
  prescreen: prescreenAnswer,
  review: reviewAnswer,
  questionnaire: questionnaireAnswer,
} as const;
export type AnswerableStep = keyof typeof answers;
export type Answers = { [S in AnswerableStep]: z.infer<(typeof answers)[S]> };

export const revisit = z.strictObject({ step: z.enum(stepNames) });
/** Free in shape, small in size; sealed at rest and given back as it came. */
export const draft = z.record(z.string(), z.unknown());
export type Draft = z.infer<typeof draft>;

/* ---------- views: what the page receives ---------- */

/** An amount in decimal units of its own currency (ISO 4217); never converted (DISC-30). */
export interface Price {
  amount: number;
  currency: string;
}

export interface PlaceView {
  /** Null where the upstream left it out of a fallback list (GAP-07). */
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  lat: number | null;
  lng: number | null;
  distance_miles: number | null;
  /** In the location's own currency, which only the product names. */
  starting_retail_price: number | null;
  /** What can be booked here among the tests asked for, or the alternates. */
  tests: { catalog_id: string; offering_id: string; test_type: string }[];
}

export interface PlaceShows {
  step: 'place';
  test_types: TestType[];
  search: { test_types: TestType[]; zip: string | null; lat: number | null; lng: number | null } | null;
  results: {
    within_radius: PlaceView[];
    /** Beyond the radius; only when nothing is within it (DISC-18). */
    nearest: PlaceView[];
    /** A different test than the one asked for (DISC-22). */
    alternates: PlaceView[];
    page: number;
    total: number;
    total_pages: number;
  } | null;
}

export interface ProductShows {
  step: 'product';
  test_type: string;
  name: string;
  description: string;
  tags: string[];
  price: Price;
  /** The location's own words, to be read before paying (DISC-29). */
  additional_note: string | null;
  place: PlaceView;
}

export interface TimesShows {
  step: 'times';
  place: PlaceView;
  /** Null while the location's calendar does not answer; a retry can help. */
  dates: { date: string; times: string[] }[] | null;
  chosen: { primary: string; alternates: string[] } | null;
}

export interface IdentityShows {
  step: 'identity';
  profile: Profile | null;
  /** Whether height and weight are asked for. */
  asks_body_measures: boolean;
}

export interface ConsentShows {
  step: 'consent';
  content_hash: string;
  decisions: { id: string; label: string; link: string; format: 'html' | 'text'; detail: string }[];
  sections: { id: string; title: string | null; body: string }[];
}

export interface PrescreenShows {
  step: 'prescreen';
  sections: {
    id: string;
    title: string | null;
    fields: {
      name: string;
      label: string;
      control: string;
      required: boolean;
      options: { value: string | boolean; label: string }[];
    }[];
  }[];
  consent: { field: string; label: string };
  submit_button_text: string;
}

export interface ReviewShows {
  step: 'review';
  name: string;
  email: string;
  additional_note: string | null;
  total: Price;
  /** `pay_url` is the partner's own page; null until payment has begun, or where the partner asks for none. */
  payment: { state: 'due' | 'begun' | 'paid'; pay_url: string | null };
}

export interface OrderShows {
  step: 'order';
}

export interface QuestionnaireShows {
  step: 'questionnaire';
  questionnaire_definition_id: string;
  content_hash: string;
  name: string;
  sections: { id: string; title: string | null }[];
  /** `section_id` where the service gives one. */
  fields: { id: string; label: string; required: boolean; type: string; section_id: string | null }[];
  acknowledgements: {
    id: string;
    label: string;
    required: boolean;
    copy_format: 'html' | 'text' | null;
    copy: string | null;
  }[];
}

export interface ScheduleShows {
  step: 'schedule';
}

export interface SentShows {
  step: 'sent';
  appointment_id: string;
  order_ref: string;
  /** As the service reads it now; `pending_confirmation` is a request, not a booking (SCH-09). */
  status: string;
  requested: { primary: string; alternates: string[] };
  /** IANA name, where the service gave one. */
  timezone: string | null;
  physician_review: boolean;
}

export interface BlockedShows {
  step: 'blocked';
  appointment_id: string;
  order_ref: string;
  /** An open set (QST-20). */
  outcome_code: string | null;
}

export type Shows =
  | PlaceShows
  | ProductShows
  | TimesShows
  | IdentityShows
  | ConsentShows
  | PrescreenShows
  | ReviewShows
  | OrderShows
  | QuestionnaireShows
  | ScheduleShows
  | SentShows
  | BlockedShows;

/** What was chosen so far; grows with the journey. */
export interface Summary {
  test: { test_type: string; name: string | null } | null;
  place: PlaceView | null;
  times: { primary: string; alternates: string[] } | null;
  price: Price | null;
}

export const noticeCodes = [
  /** A chosen time has gone; the customer chooses again, nothing else is lost. */
  'slot_gone',
  /** The legal text changed since it was shown; it is shown anew. */
  'consent_changed',
  /** The consent given has expired or cannot be used; it is asked for again. */
  'consent_needed_again',
  /** The questionnaire changed since it was shown; it is answered anew. */
  'questionnaire_changed',
  /** The profile was refused; `fields` says where. */
  'correct_profile',
  /** Answers were refused; `fields` says where. */
  'correct_answers',
  /** No place is known for this ZIP code. */
  'zip_unknown',
  /** A step of the service could not be finished yet; nothing is lost, `retry` sends the same again. */
  'stalled',
  /** The service refused for a reason that only its operator can mend. */
  'support_needed',
  /** The payment has not arrived at the partner yet. */
  'payment_not_arrived',
] as const;
export type NoticeCode = (typeof noticeCodes)[number];

export interface Notice {
  code: NoticeCode;
  fields: FieldProblem[];
  /** For support: the upstream's request id. */
  upstream_request_id: string | null;
}
export const noticeFields = z.array(fieldProblem);

export interface JourneyView {
  journey_id: string;
  /** Goes up with every change; sent back in If-Match. */
  revision: number;
  /** The steps of this journey that a customer sees named, in order. */
  steps: { name: StepName; state: 'done' | 'current' | 'ahead'; can_revisit: boolean }[];
  summary: Summary;
  notice: Notice | null;
  /** A write is under way: ask again after so long. */
  working: { poll_after_ms: number } | null;
  /** What was typed at this step and not yet sent. */
  draft: Draft | null;
  /** Whether `start_over` would be taken. */
  can_start_over: boolean;
  shows: Shows;
}
