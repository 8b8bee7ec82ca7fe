/** The public events of `<dx-appointments>`: opaque ids and codes; never what a customer typed, and no result. */
import { type Emit, emit as emitAny } from '../core/public-events.ts';

/** The `detail` of each event, by its name. */
export type AppointmentEvents = {
  'dx-canceled': { appointment_id: string };
  'dx-rescheduled': { appointment_id: string };
};

/** Fires an event of `<dx-appointments>`. */
export const emit: Emit<AppointmentEvents> = emitAny;
