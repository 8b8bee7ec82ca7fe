/** The public events of `<dx-booking>`: opaque ids, step names and codes; never what a customer typed. */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { type Emit, emit as emitAny } from '../core/public-events.ts';
import type { ClinicFeatures } from './clinic-features.ts';

/** The `detail` of each event, by its name. `amount` is in decimal units of `currency`, an ISO 4217 code. */
export type JourneyEvents = {
  'dx-step': { journey_id: string; step: StepName };
  'dx-sent': { journey_id: string; appointment_id: string };
  'dx-blocked': { journey_id: string; appointment_id: string };
  'dx-clinics': { journey_id: string; clinics: ClinicFeatures };
  'dx-payment': { journey_id: string; amount: number; currency: string; url: string };
};

const emit: Emit<JourneyEvents> = emitAny;

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
