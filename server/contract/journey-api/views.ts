/** What the page receives on the journey wire: the step's name and what it shows. */
import type { FieldProblem } from '../problem.ts';
import type { TestType } from '../upstream-api/test-types.ts';
import type { Draft, Profile } from './answers.ts';
import type { StepName } from './steps.ts';

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

export interface UploadedDocument {
  document_id: string;
  bytes: number;
}

/** Where the key is provisioned for consent by a signed PDF. */
export interface DocumentShows {
  step: 'document';
  /** `checking`: it is with the service; `refused`: another one is needed. */
  state: 'needed' | 'checking' | 'refused';
  /** The service's own code, an open set (GAP-33). */
  reason: string | null;
  /** The page asks the server at once whether the partner has the document. */
  asks_partner: boolean;
  uploaded: UploadedDocument | null;
}

export interface ConsentShows {
  step: 'consent';
  content_hash: string;
  /** `link` is null where the service gives no words for it. */
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
  | DocumentShows
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
  /** The service did not accept the document; another one is needed. */
  'document_refused',
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
  /** The service answers otherwise than assumed: the operator's to mend, and nothing goes on. */
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
