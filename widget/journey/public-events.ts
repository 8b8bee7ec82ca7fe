/** Fires the public events of `<dx-booking>`. */
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { type Emit, emit as emitAny } from '../core/public-events.ts';
import type { BookingDetails } from './public-types.ts';

/** Fires an event of `<dx-booking>`. @returns false when the page prevented it */
export const emit: Emit<BookingDetails> = emitAny;

/**
 * Fires `dx-step` for the step of a view, and the event of the journey's end when the customer has just reached it.
 * @param before the id of the journey whose step the element showed before, or null. A page that is loaded again fires
 *   no end
 */
export function emitStep(target: Element, { journey_id, shows }: JourneyView, before: string | null): void {
  emit(target, 'dx-step', { journey_id, step: shows.step });
  if ((shows.step !== 'sent' && shows.step !== 'blocked') || before !== journey_id) return;
  emit(target, `dx-${shows.step}`, { journey_id, appointment_id: shows.appointment_id });
}
