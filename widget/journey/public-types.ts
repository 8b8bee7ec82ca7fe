/** The public types of `<dx-booking>`. */
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import type { SharedDetails, SharedElement, SharedProperties } from '../core/public-types.ts';

/** The properties of `<dx-booking>`. */
export interface BookingProperties extends SharedProperties {
  /** The tests to offer, separated by commas, such as `DEXA,VO2`. @default all */
  testTypes: string;
  /** The ZIP code to search near. */
  zip: string;
  /** The position to search near, in place of a ZIP code: `latitude,longitude` in degrees. */
  position: string;
  /** The places to offer: ids of locations, separated by commas. @default all */
  locations: string;
  /**
   * The offerings to offer: `offering_id`s, separated by commas. If the first search, with one test and a known place,
   * finds just one, it is chosen at once. @default all
   */
  offerings: string;
  /** How far the places on offer may be, in miles. @default 0, which means the service's own limit */
  radiusMiles: number;
  /** The element suggests no other test if the chosen one is not available nearby. */
  noAlternates: boolean;
  /** The browser's Back leaves the booking at once, and does not go back a step. */
  noHistory: boolean;
}

/**
 * `<dx-booking>`: books a test.
 *
 * @slot map - Your own map of the clinics, above their list.
 * @slot language-help - Above the consent, the health questions and the payment: your notice of free language help.
 * @slot e-records - At the consent, above the signature: what your users must know before they sign electronically.
 * @slot consent-form - Where your users upload a signed consent: a link to the form that they sign.
 * @slot terms - Above the button that pays, below the sentences about payment and refunds.
 * @slot refund - Where the health answers ended the booking, in place of `REFUND_IF_STOPPED`.
 * @slot contact - At the end of every screen, in place of the `SUPPORT_` settings. It also shows if your server does not respond.
 */
export interface BookingElement extends SharedElement, BookingProperties {
  /**
   * Scrolls to the card of a clinic and moves the focus to it. Call it when a clinic on your map is pressed. Waits until
   * the booking is on show, and rejects if it does not load.
   * @param id The `id` of a feature of `dx-clinics`. Without such a card nothing happens.
   */
  showClinic(id: string): Promise<void>;
  /**
   * Asks whether the payment has arrived, and goes on if it has. Call it after you prevented `dx-payment` and took the
   * payment in your own page. Waits until the booking is on show, and rejects if it does not load or the server fails.
   * If the server refuses the request, the element shows why.
   */
  resume(): Promise<void>;
}

/** The steps of a booking. */
export type BookingStep = JourneyView['shows']['step'];

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
  /** A step is shown. `journey_id` may still change while the booking has not begun, and is empty before its user is known. */
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
