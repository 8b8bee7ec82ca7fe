/** The public types of the elements' events. They import nothing. */

/** The code of a failure. widget/errors.md says what each one means and what to do. */
export type ErrorCode =
  | 'offline'
  | 'timeout'
  | 'unavailable'
  | 'refused'
  | 'sign_in_ended'
  | 'load_failed'
  | 'insecure_page'
  | 'browser_not_supported'
  | 'server_missing'
  | 'subject_token_missing'
  | 'appointment_id_missing'
  | 'handoff_missing'
  | 'unknown_test_type'
  | 'origin_not_listed'
  | 'blocked_by_policy'
  | 'token_audience'
  | 'token_issuer'
  | 'token_lifetime'
  | 'token_type'
  | 'role_not_allowed'
  | 'flow_not_configured'
  | 'assumption_unmet'
  | 'frame_silent'
  | 'frame_error';

/** The steps of a booking, in their order. */
export type BookingStep =
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

/** The steps of an order. */
export type PhysicianStep =
  | 'progress'
  | 'provider'
  | 'presentation'
  | 'finalizing'
  | 'document'
  | 'done'
  | 'blocked';

/** The states of the handoff, the messages of the frame, and the confirmation. */
export type HandoffStep =
  | 'preparing'
  | 'open'
  | 'verifying'
  | 'requested'
  | 'unknown'
  | 'stalled'
  | 'refused'
  | 'ready'
  | 'exit'
  | 'return'
  | 'profile'
  | 'confirmed';

/** The `detail` of each event of every element. */
export interface SharedDetails {
  /** The element has dropped its user: the page named none any more, or the page was idle. */
  'dx-signed-out': { reason: 'page' | 'idle' };
  /**
   * Something failed. The element shows the failure to the user. `reference` finds it in the server's log. `code` is
   * also a problem code of the server if `<dx-handoff>` fires the event for a refused handoff.
   */
  'dx-error': { code: ErrorCode | (string & {}); problem?: string; reference?: string; status?: string };
}

/** A clinic of the list (RFC 7946). `showClinic` takes its `id`. */
export interface ClinicFeature {
  type: 'Feature';
  id: string;
  /** Longitude, then latitude, in degrees. */
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: {
    name: string;
    address: string;
    distance_miles: number | null;
    /** In decimal units of its currency (ISO 4217). Null until it is known. */
    price: { amount: number; currency: string } | null;
    /** The next open time at the clinic's own offset. Null until it is known, and without one. */
    next_time: string | null;
  };
}

/** The clinics of a search, in the order of the list. */
export interface ClinicFeatures {
  type: 'FeatureCollection';
  features: ClinicFeature[];
}

/** The `detail` of each event of `<dx-booking>`. */
export interface BookingDetails extends SharedDetails {
  /** A step is shown. */
  'dx-step': { journey_id: string; step: BookingStep };
  /** The server sent the request. The location has not confirmed it yet. */
  'dx-sent': { journey_id: string; appointment_id: string };
  /** The booking ended without a request. */
  'dx-blocked': { journey_id: string; appointment_id: string };
  /** The list of clinics, a price or a next open time has changed. */
  'dx-clinics': { journey_id: string; clinics: ClinicFeatures };
  /** The customer is about to leave for your payment page. Cancelable. */
  'dx-payment': { journey_id: string; amount: number; currency: string; url: string };
}

/** The `detail` of each event of `<dx-appointments>`. */
export interface AppointmentsDetails extends SharedDetails {
  /** The user canceled an appointment. */
  'dx-canceled': { appointment_id: string };
  /** The user asked for another time. */
  'dx-rescheduled': { appointment_id: string };
}

/** The `detail` of each event of `<dx-physician-order>`. */
export interface PhysicianOrderDetails extends SharedDetails {
  /** A step is shown. */
  'dx-physician-step': { appointment_id: string; step: PhysicianStep };
}

/** The `detail` of each event of `<dx-handoff>`. */
export interface HandoffDetails extends SharedDetails {
  /** The state of the handoff or of the frame has changed. Cancel `return` and `profile` to stay on your page. */
  'dx-handoff-step': { handoff_id: string; step: HandoffStep };
  /** The server has seen the request at the testing service. */
  'dx-handoff-complete': { handoff_id: string; appointment_id: string };
}

/** The events of an element, by their names. */
export type EventsOf<Details> = { [Name in keyof Details]: CustomEvent<Details[Name]> };
