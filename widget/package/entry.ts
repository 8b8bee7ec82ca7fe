/**
 * The types of each element's entry, such as `@dx-booking/widget/booking`. Compiled, it is the module that Node and other
 * runtimes without a DOM import: it defines nothing, so that a server can import and render a page. Browsers and
 * bundlers import a module that defines the tag.
 */
import type { Elements } from './elements.ts';
import type {
  AppointmentsDetails,
  BookingDetails,
  EventsOf,
  HandoffDetails,
  PhysicianOrderDetails,
} from './events.ts';

export type * from './elements.ts';
export type * from './events.ts';

type Tags = { [Tag in keyof Elements]: Elements[Tag]['element'] };

declare global {
  interface HTMLElementTagNameMap extends Tags {}
  // All events bubble, so `document` and `window` receive them too.
  interface GlobalEventHandlersEventMap
    extends EventsOf<BookingDetails & AppointmentsDetails & PhysicianOrderDetails & HandoffDetails> {}
}
