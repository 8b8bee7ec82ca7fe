/** The public types of the four elements, their properties and their attributes: a part of `@dx-booking/widget`. */
import type { AppointmentsDetails, BookingDetails, HandoffDetails, PhysicianOrderDetails } from './events.ts';
import type { MessageName } from './message-names.ts';

export type { MessageName } from './message-names.ts';

/** Resolves with a new token; with null, undefined or an empty string if nobody is signed in. */
export type GetSubjectToken = () => Promise<string | null | undefined>;

/** The properties of every element. */
export interface SharedProperties {
  /** The base address of your server. */
  server: string;
  /** Your short-lived token of the signed-in user. Without it and `getSubjectToken`, the user is signed out. */
  subjectToken: string;
  /** The type of `subjectToken`: a URN of RFC 8693. @default urn:ietf:params:oauth:token-type:jwt */
  subjectTokenType: string;
  /** Returns a new token each time it is called. Set it if the page lives longer than a token. */
  getSubjectToken: GetSubjectToken | undefined;
  /** Seconds without input on the page after which the element signs the user out. @default 0, which means never */
  idleTimeout: number;
  /**
   * Texts of your own in place of ours, by name, such as `{ 'words.clinic': 'studio' }`. All elements of the page share
   * them.
   */
  messages: PartnerMessages;
}

/** Texts by name, such as `words.clinic`. A text with a `count` has one text for each plural category. */
export type PartnerMessages = { readonly [Name in MessageName]?: string | PluralMessage | undefined };
/** A text for each plural category of its `count` (`Intl.PluralRules`). */
export type PluralMessage = { readonly other: string } & {
  readonly [Category in Intl.LDMLPluralRule]?: string;
};

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
  /** The offerings to offer: `offering_id`s, separated by commas. A single one is chosen at once. @default all */
  offerings: string;
  /** How far the places on offer may be, in miles. @default 0, which means the service's own limit */
  radiusMiles: number;
  /** The element suggests no other test if the chosen one is not available nearby. */
  noAlternates: boolean;
  /** The browser's Back leaves the booking at once, and does not go back a step. */
  noHistory: boolean;
}

/** The properties of `<dx-appointments>`. */
export interface AppointmentsProperties extends SharedProperties {}

/** The properties of `<dx-physician-order>`. */
export interface PhysicianOrderProperties extends SharedProperties {
  /** The appointment whose order is shown. */
  appointmentId: string;
}

/** The properties of `<dx-handoff>`. */
export interface HandoffProperties extends SharedProperties {
  /** The id of a handoff that your backend opened. */
  handoffId: string;
  /** Where the hosted page opens, if the element opens the handoff. @default iframe */
  presentationMode: PresentationMode;
  /** The name of the frame for screen readers. @default Schedule your test */
  frameTitle: string;
  /** The times, the customer and the return addresses to hand over. */
  handoff: HandoffRequest | null;
}

/** Where the hosted page opens: in a frame, or as a page of its own. */
export type PresentationMode = 'iframe' | 'hosted_page';

/** What `<dx-handoff>` hands over to the hosted page. */
export interface HandoffRequest {
  /** The order to schedule. Without it, your server's hook `handoffOrder` decides. */
  order_id?: string | undefined;
  /** The requested times, exactly as the availability lists them. One to three alternates. */
  times: { primary: string; alternates: string[] };
  customer: {
    first_name: string;
    last_name: string;
    /** 10 or 11 digits, in any notation. */
    phone: string;
    /** YYYY-MM-DD. */
    date_of_birth: string;
    sex: 'male' | 'female';
    address: { address_line_1: string; city: string; state: string; postal_code: string };
    height_inches: number;
    /** Whole pounds. */
    weight_pounds: number;
  };
  /** On a host of the server's setting HANDOFF_ALLOWED_HOSTS, as the next one. */
  return_url?: string | undefined;
  member_profile_url?: string | undefined;
  presentation_mode?: PresentationMode | undefined;
  /** Only for the mode `iframe`. */
  ui_controls?: HandoffControls | undefined;
}

/** The controls of the hosted page in a frame. */
export interface HandoffControls {
  hide_change?: boolean | undefined;
  hide_exit?: boolean | undefined;
  hide_return_to_profile?: boolean | undefined;
}

/** What every element can do. */
export interface SharedElement extends HTMLElement {
  /** Asks the page again who its user is. Call it if a user signs in or out and no property changes. */
  refreshUser(): void;
}

/** `<dx-booking>`: books a test. */
export interface BookingElement extends SharedElement, BookingProperties {
  /**
   * Scrolls to the card of a clinic and moves the focus to it. Call it when a clinic on your map is pressed.
   * @param id The `id` of a feature of `dx-clinics`. Without such a card nothing happens.
   */
  showClinic(id: string): void;
  /**
   * Asks whether the payment has arrived, and goes on if it has. Call it after you prevented `dx-payment` and took the
   * payment in your own page.
   */
  resume(): Promise<void>;
}
/** `<dx-appointments>`: lists the user's appointments. */
export interface AppointmentsElement extends SharedElement, AppointmentsProperties {}
/** `<dx-physician-order>`: shows a clinician the order of one appointment. */
export interface PhysicianOrderElement extends SharedElement, PhysicianOrderProperties {}
/** `<dx-handoff>`: shows the testing service's scheduling page. */
export interface HandoffElement extends SharedElement, HandoffProperties {}

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : Name;

/** The attributes of an element: `test-types` for the property `testTypes`. Functions and objects have none. */
export type AttributesOf<Properties> = {
  [Name in keyof Properties as Properties[Name] extends string | number | boolean
    ? KebabCase<Name & string>
    : never]?: Properties[Name] extends boolean
    ? boolean | ''
    : Properties[Name] extends number
      ? number | `${number}`
      : Properties[Name];
};

/** The elements by their tags. */
export interface Elements {
  'dx-booking': { element: BookingElement; properties: BookingProperties; details: BookingDetails };
  'dx-appointments': {
    element: AppointmentsElement;
    properties: AppointmentsProperties;
    details: AppointmentsDetails;
  };
  'dx-physician-order': {
    element: PhysicianOrderElement;
    properties: PhysicianOrderProperties;
    details: PhysicianOrderDetails;
  };
  'dx-handoff': { element: HandoffElement; properties: HandoffProperties; details: HandoffDetails };
}
