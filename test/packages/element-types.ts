/** The public types of the package agree with the classes and the events of the elements. `npm run types` checks it. */
import type { LitElement } from 'lit';
import type { Appointments } from '../../widget/appointments/appointments.ts';
import type { AppointmentEvents } from '../../widget/appointments/public-events.ts';
import type { createBookingClient } from '../../widget/client/booking-client.ts';
import type { ElementEvents } from '../../widget/core/public-events.ts';
import type { HandoffElement as HandoffClass } from '../../widget/handoff/handoff-element.ts';
import type { HandoffEvents } from '../../widget/handoff/public-events.ts';
import type { Booking } from '../../widget/journey/booking.ts';
import type { JourneyEvents } from '../../widget/journey/public-events.ts';
import type { AreaWithoutFile } from '../../widget/locales/translation.ts';
import type { createBookingClient as createPublicClient } from '../../widget/package/client.ts';
import type {
  AppointmentsElement,
  BookingElement,
  HandoffElement,
  PhysicianOrderElement,
} from '../../widget/package/elements.ts';
import type {
  AppointmentsDetails,
  BookingDetails,
  ErrorCode,
  HandoffDetails,
  PhysicianOrderDetails,
  SharedDetails,
} from '../../widget/package/events.ts';
import type {
  PhysicianOrderElement as PhysicianClass,
  PhysicianEvents,
} from '../../widget/physician/physician-order.ts';
import type { FailureCode } from '../../widget/session/failure.ts';

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
type AllTrue<Checks extends true[]> = Checks;

/** Public members of a class that its public type lacks, or has with a value that the class does not take. */
type Wrong<Class, Public> =
  | Exclude<keyof Class, keyof LitElement | keyof Public | 'connectedMoveCallback'>
  | {
      [Name in Exclude<keyof Public, keyof HTMLElement>]: Name extends keyof Class
        ? Public[Name] extends Class[Name]
          ? never
          : Name
        : Name;
    }[Exclude<keyof Public, keyof HTMLElement>];

/** An error here names the element whose members differ. */
export type Members = AllTrue<
  [
    Same<Wrong<Booking, BookingElement>, never>,
    Same<Wrong<Appointments, AppointmentsElement>, never>,
    Same<Wrong<PhysicianClass, PhysicianOrderElement>, never>,
    Same<Wrong<HandoffClass, HandoffElement>, never>,
  ]
>;

type Own<Details> = Omit<Details, keyof SharedDetails>;
/** The client has what its public type promises. */
export type Client = AllTrue<[typeof createBookingClient extends typeof createPublicClient ? true : false]>;

/** An error here names the element whose events differ. */
export type Events = AllTrue<
  [
    Same<JourneyEvents, Own<BookingDetails>>,
    Same<AppointmentEvents, Own<AppointmentsDetails>>,
    Same<PhysicianEvents, Own<PhysicianOrderDetails>>,
    Same<Own<HandoffEvents>, Own<HandoffDetails>>,
    Same<ElementEvents['dx-signed-out'], SharedDetails['dx-signed-out']>,
    Same<FailureCode, ErrorCode>,
  ]
>;

/** An error here means that an area of the catalogue is in no file of a language. */
export type Areas = AllTrue<[Same<AreaWithoutFile, never>]>;
