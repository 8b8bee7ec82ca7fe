/**
 * The types of each element's entry, such as `@dx-booking/widget/booking`. Compiled, it is the module that Node and other
 * runtimes without a DOM import: it defines nothing, so that a server can import and render a page. Browsers and
 * bundlers import a module that defines the tag.
 */
import type {
  AppointmentsDetails,
  AppointmentsElement,
  BookingDetails,
  BookingElement,
  EventsOf,
  HandoffDetails,
  HandoffElement,
  PhysicianOrderDetails,
  PhysicianOrderElement,
} from './elements.ts';

export type * from './elements.ts';

declare global {
  interface HTMLElementTagNameMap {
    'dx-booking': BookingElement;
    'dx-appointments': AppointmentsElement;
    'dx-physician-order': PhysicianOrderElement;
    'dx-handoff': HandoffElement;
  }
  // All events bubble, so `document` and `window` receive them too.
  interface GlobalEventHandlersEventMap
    extends EventsOf<BookingDetails & AppointmentsDetails & PhysicianOrderDetails & HandoffDetails> {}
}
