/** What the client sends and receives. `vitest run test/packages/views.test.ts -u` writes this file. */

export interface JourneyView {
  journey_id: string;
  /** Raised by every change; send it back in If-Match. */
  revision: number;
  /** The steps of this journey that customers see, in order. */
  steps: {
    name:
      | 'place'
      | 'product'
      | 'times'
      | 'identity'
      | 'document'
      | 'consent'
      | 'prescreen'
      | 'review'
      | 'order'
      | 'questionnaire'
      | 'schedule'
      | 'sent'
      | 'blocked';
    state: 'done' | 'current' | 'ahead';
    can_revisit: boolean;
  }[];
  summary: Summary;
  notice: Notice | null;
  /** A write is running: read again after this time. Null without one. */
  working: {
    poll_after_ms: number;
  } | null;
  /** The input of this step that was typed and not yet sent; null without any. */
  draft: Draft | null;
  /** Whether the server accepts `start_over` now. */
  can_start_over: boolean;
  /** The finished booking that this one followed; null without one, and once a place is chosen. */
  previous: {
    journey_id: string;
    test_type: string | null;
  } | null;
  shows: Shows;
}

export interface Summary {
  test: {
    test_type: string;
    name: string | null;
  } | null;
  place: PlaceView | null;
  times: {
    primary: string;
    alternates: string[];
  } | null;
  price: Price | null;
}

export interface PlaceView {
  /** Null if the upstream omitted it from a fallback list. */
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
  tests: {
    catalog_id: string;
    offering_id: string;
    test_type: string;
  }[];
}

export interface Price {
  amount: number;
  currency: string;
}

export interface Notice {
  code:
    | 'slot_gone'
    | 'consent_changed'
    | 'consent_needed_again'
    | 'document_refused'
    | 'questionnaire_changed'
    | 'correct_profile'
    | 'correct_answers'
    | 'zip_unknown'
    | 'stalled'
    | 'support_needed'
    | 'assumption_unmet'
    | 'payment_not_arrived';
  fields: FieldProblem[];
  /** For support: the upstream's request id. */
  upstream_request_id: string | null;
}

export interface FieldProblem {
  path: string;
  message: string;
  code?: string | undefined;
}

export type Draft = Record<string, unknown>;

export type Shows =
  | {
      step: 'place';
      test_types: ('DEXA' | 'DEXABMD' | 'VO2' | 'CALST' | 'RMR' | 'BODPOD' | 'HYDROSTATIC' | 'SECA')[];
      /** The last search; null before the first. */
      search: {
        test_types: ('DEXA' | 'DEXABMD' | 'VO2' | 'CALST' | 'RMR' | 'BODPOD' | 'HYDROSTATIC' | 'SECA')[];
        zip: string | null;
        lat: number | null;
        lng: number | null;
      } | null;
      /** The places of the last search; null before the first. */
      results: {
        within_radius: PlaceView[];
        /** Beyond the radius; only when nothing is within it. */
        nearest: PlaceView[];
        /** Places for a different test than the requested one. */
        alternates: PlaceView[];
        /** How far `within_radius` reaches, in miles. */
        radius_miles: number;
        page: number;
        total: number;
        total_pages: number;
      } | null;
    }
  | {
      step: 'product';
      test_type: string;
      name: string;
      description: string;
      tags: string[];
      price: Price;
      /** The location's own text, to be read before the payment. */
      additional_note: string | null;
      place: PlaceView;
    }
  | {
      step: 'times';
      place: PlaceView;
      /** Null while the location's calendar does not respond; a retry can help. */
      dates:
        | {
            date: string;
            times: string[];
          }[]
        | null;
      /** The IANA name of the place's time zone; null if it is not known. */
      timezone: string | null;
      /** The customer's choice; null before it. */
      chosen: {
        primary: string;
        alternates: string[];
      } | null;
      /** Once a chosen time was taken, until the customer has chosen again: the times that were taken, and those that stay chosen, the first choice first. `lost` is empty if the service does not say which was taken. Null otherwise. */
      taken: {
        lost: string[];
        kept: string[];
      } | null;
      /** Whether the answer sends the request: everything else is done and paid. */
      sends_request: boolean;
    }
  | {
      step: 'identity';
      /** The customer's own answer; before it, what the partner and the last booking say. Null if nothing is known. */
      profile: KnownProfile | null;
      /** Whether the form asks for height and weight. */
      asks_body_measures: boolean;
      /** The ages in whole years, on the day of the answer, that the test is for. Default: any age. */
      ages?:
        | {
            min: number | null;
            max: number | null;
          }
        | undefined;
    }
  | {
      step: 'document';
      /** `checking`: the service checks it; `refused`: another one is needed. */
      state: 'needed' | 'checking' | 'refused';
      /** The service's own code, an open set; null without one. */
      reason: string | null;
      /** Whether the page asks the server at once for the partner's document. */
      asks_partner: boolean;
      /** An uploaded document that is not handed in yet; null without one. */
      uploaded: UploadedDocument | null;
    }
  | {
      step: 'consent';
      content_hash: string;
      /** The name that the customer gave, to compare the signature with. It is never the signature itself. */
      given_name?: string | undefined;
      /** `link` is null if the service sends no text for it. */
      decisions: {
        id: string;
        label: string;
        link: string | null;
        format: 'html' | 'text';
        detail: string;
      }[];
      sections: {
        id: string;
        title: string | null;
        body: string;
      }[];
    }
  | {
      step: 'prescreen';
      sections: {
        id: string;
        title: string | null;
        fields: {
          name: string;
          label: string;
          control: string;
          required: boolean;
          options: {
            value: string | boolean;
            label: string;
          }[];
          /** What the customer has already said in this booking, as the answer writes it. Default: nothing. */
          value?: string | undefined;
        }[];
      }[];
      consent: {
        field: string;
        label: string;
      };
      submit_button_text: string;
    }
  | {
      step: 'review';
      name: string;
      email: string;
      /** The location's own text; null without one. */
      additional_note: string | null;
      total: Price;
      terms: PartnerTerms;
      /** `pay_url` is the partner's own page; null until the payment has begun, or if the partner needs none. */
      payment: {
        state: 'due' | 'begun' | 'paid';
        pay_url: string | null;
      };
    }
  | {
      step: 'order';
    }
  | {
      step: 'questionnaire';
      questionnaire_definition_id: string;
      content_hash: string;
      name: string;
      sections: {
        id: string;
        title: string | null;
      }[];
      /** `section_id` is null if the service sends none. */
      fields: {
        id: string;
        label: string;
        required: boolean;
        type: string;
        section_id: string | null;
      }[];
      acknowledgements: {
        id: string;
        label: string;
        required: boolean;
        copy_format: 'html' | 'text' | null;
        copy: string | null;
      }[];
    }
  | {
      step: 'schedule';
    }
  | {
      step: 'sent';
      appointment_id: string;
      order_ref: string;
      /** The last status read from the service; `pending_confirmation` is a request, not a booking. */
      status: string;
      requested: {
        primary: string;
        alternates: string[];
      };
      /** IANA name; null if the service sent none. */
      timezone: string | null;
      /** The confirmed time, an absolute instant; null before the location confirms one. */
      scheduled_for: string | null;
      /** Whether the questionnaire's outcome requires a physician's review. */
      physician_review: boolean;
      /** By when the physician's order is due, an absolute instant; null if the service sent none. */
      physician_deadline_at: string | null;
      /** What the customer paid. */
      paid: Price;
      /** The customer's address for messages. */
      email: string;
      /** The location's own text; null without one. */
      additional_note: string | null;
      terms: PartnerTerms;
      /** The partner's page with the customer's appointments; null if the partner has not set it. */
      appointments_url: string | null;
    }
  | {
      step: 'blocked';
      appointment_id: string;
      order_ref: string;
      /** An open set. */
      outcome_code: string | null;
      /** What the customer paid. */
      paid: Price;
      terms: PartnerTerms;
    };

export interface KnownProfile {
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  date_of_birth?: string | undefined;
  sex?: 'male' | 'female' | undefined;
  address?:
    | {
        address_line_1?: string | undefined;
        address_line_2?: string | undefined;
        city?: string | undefined;
        state?: string | undefined;
        postal_code?: string | undefined;
      }
    | undefined;
  height_inches?: number | undefined;
  weight_pounds?: number | undefined;
}

export interface UploadedDocument {
  document_id: string;
  bytes: number;
}

export interface PartnerTerms {
  /** What happens to the payment if no time is confirmed. */
  refund_if_unconfirmed: string | null;
  /** What happens to the payment if the customer's health answers stop the booking. */
  refund_if_stopped: string | null;
  /** How to cancel, and what that costs. */
  cancellation: string | null;
  contact: {
    phone: string | null;
    email: string | null;
    url: string | null;
  };
}

export interface OpenJourney {
  test_types?:
    | ('DEXA' | 'DEXABMD' | 'VO2' | 'CALST' | 'RMR' | 'BODPOD' | 'HYDROSTATIC' | 'SECA')[]
    | undefined;
  alternates?: boolean | undefined;
  near?:
    | {
        zip: string;
      }
    | {
        lat: number;
        lng: number;
      }
    | undefined;
  locations?: string[] | undefined;
  offerings?: string[] | undefined;
  radius_miles?: number | undefined;
  start_over?: boolean | undefined;
}

export interface AppointmentView {
  appointment_id: string;
  order_id: string;
  test_type: string;
  standing:
    | 'unscheduled'
    | 'requested'
    | 'confirmed'
    | 'canceled'
    | 'refunded'
    | 'no_show'
    | 'results_in_progress'
    | 'results_ready'
    | 'completed'
    | 'unknown'
    | 'unread';
  /** The service's own statuses, open sets; null before the first read. */
  status: string | null;
  results_status: string | null;
  /** Absolute instants, to be shown in `location.timezone`. */
  scheduled_for: string | null;
  original_scheduled_for: string | null;
  requested_at: string | null;
  confirmed_at: string | null;
  /** The requested times, at the location's own offset, until the location confirms one. */
  asked: {
    primary: string;
    alternates: string[];
  } | null;
  /** Null if the service did not send it. */
  location: {
    address_line_1: string;
    address_line_2: string | null;
    city: string;
    state: string;
    postal_code: string;
    /** IANA. */
    timezone: string;
  } | null;
  physician_order: {
    status: string | null;
    submission_status: string | null;
    deadline_at: string | null;
    submitted_at: string | null;
  };
  form: {
    type: string | null;
    artifact_status: string | null;
    available: boolean;
  };
  /** An open set; null unless the appointment was canceled for a reason. */
  cancellation_reason_code: string | null;
  /** All other fields of the service, as received. */
  more: Record<string, unknown>;
  actions: ('cancel' | 'reschedule' | 'check_in' | 'signed_form' | 'vo2_form' | 'results')[];
  /** True if the customer can reschedule, but not here: the flow of the booking did not name the place. */
  reschedule_elsewhere: boolean;
  /** The last cancel or reschedule; null if there was none. */
  change: ChangeView | null;
  /** A change is running: read again after this time. Null without one. */
  working: {
    poll_after_ms: number;
  } | null;
  /** When the service was last read, ISO-8601; null before the first read. */
  read_at: string | null;
  /** The service could not be read just now: this is the state at `read_at`. */
  stale: boolean;
}

export interface ChangeView {
  kind: 'cancel' | 'reschedule';
  /** `sending`: not settled; `stalled`: the service does not respond, `retry` sends the same request again; `warned`: within 24 hours, nothing has changed until the customer agrees; `slot_gone`: a chosen time is taken; `refused`; `done`. */
  state: 'sending' | 'stalled' | 'warned' | 'slot_gone' | 'refused' | 'done';
  /** The times that a reschedule requests. */
  asked: {
    primary: string;
    alternates: string[];
  } | null;
  /** Whether the service counted it as within 24 hours; null until it responds. */
  within_24_hours: boolean | null;
  /** For support. */
  upstream_request_id: string | null;
}

export interface AvailabilityView {
  /** Null while the location's calendar does not respond. */
  dates:
    | {
        date: string;
        times: string[];
      }[]
    | null;
}

export interface CancelAnswer {
  reason?: string | undefined;
  confirm?: true | undefined;
}

export interface RescheduleAnswer {
  new_requested_date: string;
  alternates?: string[] | undefined;
  confirm?: true | undefined;
}

export type PlaceAnswer =
  | {
      search: {
        test_types: ('DEXA' | 'DEXABMD' | 'VO2' | 'CALST' | 'RMR' | 'BODPOD' | 'HYDROSTATIC' | 'SECA')[];
        near:
          | {
              zip: string;
            }
          | {
              lat: number;
              lng: number;
            };
        page?: number | undefined;
      };
    }
  | {
      choose: {
        catalog_id: string;
        offering_id: string;
        accept?: true | undefined;
      };
    };

export interface ProductAnswer {
  accept: true;
}

export interface TimesAnswer {
  primary: string;
  alternates: string[];
}

export interface IdentityAnswer {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  date_of_birth: string;
  sex: 'male' | 'female';
  address: {
    address_line_1: string;
    address_line_2?: string | undefined;
    city: string;
    state: string;
    postal_code: string;
  };
  height_inches?: number | undefined;
  weight_pounds?: number | undefined;
}

export type DocumentAnswer =
  | {
      ask_partner: true;
    }
  | {
      document_id: string;
      signer_name: string;
      signed_on: string;
      attestation: true;
    };

export interface ConsentAnswer {
  content_hash: string;
  decisions: Record<string, boolean>;
  typed_name: string;
  attestation: true;
}

export interface PrescreenAnswer {
  fields: Record<string, boolean | string>;
}

export interface ReviewAnswer {
  return_url: string;
  canceled?: true | undefined;
}

export interface QuestionnaireAnswer {
  questionnaire_definition_id: string;
  content_hash: string;
  answers: Record<string, boolean>;
  acknowledgements: Record<string, boolean>;
}

/** By step. */
export interface Answers {
  place: PlaceAnswer;
  product: ProductAnswer;
  times: TimesAnswer;
  identity: IdentityAnswer;
  document: DocumentAnswer;
  consent: ConsentAnswer;
  prescreen: PrescreenAnswer;
  review: ReviewAnswer;
  questionnaire: QuestionnaireAnswer;
}
