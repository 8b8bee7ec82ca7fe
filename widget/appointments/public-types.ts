/** The public types of `<dx-appointments>`. */
import type { SharedDetails, SharedElement, SharedProperties } from '../core/public-types.ts';

/** The properties of `<dx-appointments>`. */
export interface AppointmentsProperties extends SharedProperties {}

/**
 * `<dx-appointments>`: lists the user's appointments.
 *
 * @slot contact - At the end of every screen, in place of the `SUPPORT_` settings. It also shows if your server does not respond.
 */
export interface AppointmentsElement extends SharedElement, AppointmentsProperties {}

/** The `detail` of each event of `<dx-appointments>`. */
export interface AppointmentsDetails extends SharedDetails {
  /** The user canceled an appointment. */
  'dx-canceled': { appointment_id: string };
  /** The user asked for another time. */
  'dx-rescheduled': { appointment_id: string };
}
