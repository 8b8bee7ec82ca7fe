/** The views that the page receives on the journey wire: a step's name and its content. */
import type { TestType } from '../upstream-api/test-types.ts';
import type { Draft, KnownProfile } from './answers.ts';
import type { Notice } from './notices.ts';
import type { StepName } from './steps.ts';

/** An amount in decimal units of its own currency (ISO 4217); never converted (DISC-30). */
export interface Price {
  amount: number;
  currency: string;
}

/** A location as the page shows it. */
export interface PlaceView {
  /** Null if the upstream omitted it from a fallback list (GAP-07). */
  address_line_1: string | null;
  address_line_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  /** Degrees. */
  lat: number | null;
  lng: number | null;
  /** From the searched position. */
  distance_miles: number | null;
  /** In the location's own currency, which only the product has. */
  starting_retail_price: number | null;
  /** The bookable tests here, among the requested tests or the alternates. */
  tests: { catalog_id: string; offering_id: string; test_type: string }[];
}

/** The place step: the search form and the results of the last search; null before the first. */
export interface PlaceShows {
  step: 'place';
  test_types: TestType[];
  /** The last search; null before the first. */
  search: { test_types: TestType[]; zip: string | null; lat: number | null; lng: number | null } | null;
  /** The places of the last search; null before the first. */
  results: {
    within_radius: PlaceView[];
    /** Beyond the radius; only when nothing is within it (DISC-18). */
    nearest: PlaceView[];
    /** Places for a different test than the requested one (DISC-22). */
    alternates: PlaceView[];
    /** How far `within_radius` reaches, in miles. */
    radius_miles: number;
    page: number;
    total: number;
    total_pages: number;
  } | null;
}

/** What the list of places shows of an offering beside the place itself. */
export interface OfferingPreview {
  offering_id: string;
  /** The price that the customer would pay; null if it is not known now. */
  price: Price | null;
  /** `open`: `next_time` is the first free time; `none`: there is none; `unknown`: the calendar does not respond. */
  availability: 'open' | 'none' | 'unknown';
  next_time: string | null;
}

/** The response to GET previews, in no order. Offerings that the last search did not find are left out. */
export interface OfferingPreviews {
  previews: OfferingPreview[];
}

/** The product step: the chosen test with its price. */
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

/** The times step: the free times of the place by date, and the customer's choice. */
export interface TimesShows {
  step: 'times';
  place: PlaceView;
  /** Null while the location's calendar does not respond; a retry can help. */
  dates: { date: string; times: string[] }[] | null;
  /** The IANA name of the place's time zone; null if it is not known. */
  timezone: string | null;
  /** The customer's choice; null before it. */
  chosen: { primary: string; alternates: string[] } | null;
  /**
   * Once a chosen time was taken, until the customer has chosen again: the times that were taken, and those that stay
   * chosen, the first choice first. `lost` is empty if the service does not say which was taken. Null otherwise.
   */
  taken: { lost: string[]; kept: string[] } | null;
  /** Whether the answer sends the request: everything else is done and paid. */
  sends_request: boolean;
}

/** The identity step: a form for the profile. */
export interface IdentityShows {
  step: 'identity';
  /** The customer's own answer; before it, what the partner and the last booking say. Null if nothing is known. */
  profile: KnownProfile | null;
  /** Whether the form asks for height and weight. */
  asks_body_measures: boolean;
}

/** The response to an uploaded document: its id for the answer, and its length in bytes. */
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
  /** An uploaded document that is not handed in yet; null without one. */
  uploaded: UploadedDocument | null;
}

/** The consent step: the service's text, verbatim. The answer repeats `content_hash`. */
export interface ConsentShows {
  step: 'consent';
  content_hash: string;
  /** `link` is null if the service sends no text for it. */
  decisions: { id: string; label: string; link: string | null; format: 'html' | 'text'; detail: string }[];
  sections: { id: string; title: string | null; body: string }[];
}

/** The prescreen step: the service's form, verbatim and in its order. */
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

/** The review step: what the customer is about to pay for, and the state of the payment. */
export interface ReviewShows {
  step: 'review';
  name: string;
  email: string;
  /** The location's own text; null without one. */
  additional_note: string | null;
  total: Price;
  /** `pay_url` is the partner's own page; null until the payment has begun, or if the partner needs none. */
  payment: { state: 'due' | 'begun' | 'paid'; pay_url: string | null };
}

/** The order step, in which the customer waits. */
export interface OrderShows {
  step: 'order';
}

/** The questionnaire step: the service's form. The answer repeats its id and `content_hash`. */
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

/** The schedule step, in which the customer waits. */
export interface ScheduleShows {
  step: 'schedule';
}

/** The end of a journey: the location has the request. */
export interface SentShows {
  step: 'sent';
  appointment_id: string;
  order_ref: string;
  /** The last status read from the service; `pending_confirmation` is a request, not a booking (SCH-09). */
  status: string;
  requested: { primary: string; alternates: string[] };
  /** IANA name; null if the service sent none. */
  timezone: string | null;
  /** Whether the questionnaire's outcome requires a physician's review. */
  physician_review: boolean;
}

/** The other end of a journey: the answers do not allow this test. */
export interface BlockedShows {
  step: 'blocked';
  appointment_id: string;
  order_ref: string;
  /** An open set (QST-20). */
  outcome_code: string | null;
}

/** What the current step shows, named by `step`. */
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

/** A journey as the page shows it. Every response of a journey route is one. */
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
  /** The finished booking that this one followed; null without one, and once a place is chosen. */
  previous: { journey_id: string; test_type: string | null } | null;
  shows: Shows;
}
