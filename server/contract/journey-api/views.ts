/** The views that the page receives on the journey wire: a step's name and its content. */
import type { FieldProblem } from '../problem.ts';
import type { TestType } from '../upstream-api/test-types.ts';
import type { Draft, KnownProfile } from './answers.ts';
import type { StepName } from './steps.ts';

/** An amount in decimal units of its own currency (ISO 4217); never converted (DISC-30). */
export interface Price {
  amount: number;
  currency: string;
}

export interface PlaceView {
  /** Null if the upstream omitted it from a fallback list (GAP-07). */
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  lat: number | null;
  lng: number | null;
  distance_miles: number | null;
  /** In the location's own currency, which only the product has. */
  starting_retail_price: number | null;
  /** The bookable tests here, among the requested tests or the alternates. */
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
    /** Places for a different test than the requested one (DISC-22). */
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
  /** The location's own text, to be read before the payment (DISC-29). */
  additional_note: string | null;
  place: PlaceView;
}

export interface TimesShows {
  step: 'times';
  place: PlaceView;
  /** Null while the location's calendar does not respond; a retry can help. */
  dates: { date: string; times: string[] }[] | null;
  chosen: { primary: string; alternates: string[] } | null;
}

export interface IdentityShows {
  step: 'identity';
  /** The customer's own answer; before it, what the partner and the last booking say. Null if nothing is known. */
  profile: KnownProfile | null;
  /** Whether the form asks for height and weight. */
  asks_body_measures: boolean;
}

export interface UploadedDocument {
  document_id: string;
  bytes: number;
}

/** The document step, for keys that are provisioned for consent by a signed PDF. */
export interface DocumentShows {
  step: 'document';
  /** `checking`: the service checks it; `refused`: another one is needed. */
  state: 'needed' | 'checking' | 'refused';
  /** The service's own code, an open set (GAP-33); null without one. */
  reason: string | null;
  /** Whether the page asks the server at once for the partner's document. */
  asks_partner: boolean;
  uploaded: UploadedDocument | null;
}

export interface ConsentShows {
  step: 'consent';
  content_hash: string;
  /** `link` is null if the service sends no text for it. */
  decisions: { id: string; label: string; link: string | null; format: 'html' | 'text'; detail: string }[];
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
      /** What the customer has already said in this booking, as the answer writes it. @default nothing */
      value?: string;
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
  /** `pay_url` is the partner's own page; null until the payment has begun, or if the partner needs none. */
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
  /** `section_id` is null if the service sends none. */
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
  /** The last status read from the service; `pending_confirmation` is a request, not a booking (SCH-09). */
  status: string;
  requested: { primary: string; alternates: string[] };
  /** IANA name; null if the service sent none. */
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
  | DocumentShows
  | ConsentShows
  | PrescreenShows
  | ReviewShows
  | OrderShows
  | QuestionnaireShows
  | ScheduleShows
  | SentShows
  | BlockedShows;

/** The choices so far; grows with the journey. */
export interface Summary {
  test: { test_type: string; name: string | null } | null;
  place: PlaceView | null;
  times: { primary: string; alternates: string[] } | null;
  price: Price | null;
}

export const noticeCodes = [
  /** A chosen time is no longer available; the customer chooses again, nothing else is lost. */
  'slot_gone',
  /** The legal text has changed since it was shown; the page shows the new text. */
  'consent_changed',
  /** The given consent has expired or cannot be used; the customer gives it again. */
  'consent_needed_again',
  /** The service did not accept the document; another one is needed. */
  'document_refused',
  /** The questionnaire has changed since it was shown; the customer answers the new one. */
  'questionnaire_changed',
  /** The profile was refused; `fields` names the invalid fields. */
  'correct_profile',
  /** Answers were refused; `fields` names the invalid fields. */
  'correct_answers',
  /** No place is known for this ZIP code. */
  'zip_unknown',
  /** The service could not finish a step yet; nothing is lost, `retry` sends the same request again. */
  'stalled',
  /** The service refused for a reason that only its operator can correct. */
  'support_needed',
  /**
   * A response of the service does not meet an assumption. The operator must correct it; the journey stops until then.
   */
  'assumption_unmet',
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

export interface JourneyView {
  journey_id: string;
  /** Raised by every change; send it back in If-Match. */
  revision: number;
  /** The steps of this journey that customers see, in order. */
  steps: { name: StepName; state: 'done' | 'current' | 'ahead'; can_revisit: boolean }[];
  summary: Summary;
  notice: Notice | null;
  /** A write is running: read again after this time. Null without one. */
  working: { poll_after_ms: number } | null;
  /** The input of this step that was typed and not yet sent; null without any. */
  draft: Draft | null;
  /** Whether the server accepts `start_over` now. */
  can_start_over: boolean;
  shows: Shows;
}
