/**
 * The types of each element's entry, such as `@dx-booking/widget/booking`. Node and other runtimes without a DOM import
 * an empty module in its place, so that a server can import and render a page. Browsers and bundlers import a module
 * that defines the tag.
 */
import type {
  AppointmentsDetails,
  AppointmentsElement,
  AppointmentsProperties,
} from '../appointments/public-types.ts';
import type { EventsOf } from '../core/public-types.ts';
import type { HandoffDetails, HandoffElement, HandoffProperties } from '../handoff/public-types.ts';
import type { BookingDetails, BookingElement, BookingProperties } from '../journey/public-types.ts';
import type {
  PhysicianOrderDetails,
  PhysicianOrderElement,
  PhysicianOrderProperties,
} from '../physician/public-types.ts';

export type * from '../appointments/public-types.ts';
export type * from '../core/public-types.ts';
export type * from '../handoff/public-types.ts';
export type * from '../journey/public-types.ts';
export type * from '../physician/public-types.ts';

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

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : Name;

/** A name as part of a name in camel case: `DxSent` for `dx-sent`. */
export type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>;

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

type Tags = { [Tag in keyof Elements]: Elements[Tag]['element'] };

declare global {
  interface HTMLElementTagNameMap extends Tags {}
  // All events bubble, so `document` and `window` receive them too.
  interface GlobalEventHandlersEventMap
    extends EventsOf<BookingDetails & AppointmentsDetails & PhysicianOrderDetails & HandoffDetails> {}
}
