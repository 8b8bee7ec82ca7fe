/** The public types of `<dx-physician-order>`. */
import type { PhysicianView } from '../../server/contract/physician-api.ts';
import type { SharedDetails, SharedElement, SharedProperties } from '../core/public-types.ts';

/** The properties of `<dx-physician-order>`. */
export interface PhysicianOrderProperties extends SharedProperties {
  /** The appointment whose order is shown. With `worklist` it changes when the clinician opens an order. */
  appointmentId: string;
  /** Shows the orders that wait for the clinician while `appointmentId` is empty. @default false */
  worklist: boolean;
}

/**
 * `<dx-physician-order>`: shows a clinician the order of one appointment.
 *
 * @slot contact - At the end of every screen, in place of the `SUPPORT_` settings. It also shows if your server does not respond.
 */
export interface PhysicianOrderElement extends SharedElement, PhysicianOrderProperties {}

/** The steps of an order. */
export type PhysicianStep = PhysicianView['shows']['step'];

/** The `detail` of each event of `<dx-physician-order>`. */
export interface PhysicianOrderDetails extends SharedDetails {
  /** A step is shown. */
  'dx-physician-step': { appointment_id: string; step: PhysicianStep };
  /** The clinician says that the order is for another patient. Without `worklist`, show your own list. */
  'dx-physician-wrong-patient': { appointment_id: string };
}
