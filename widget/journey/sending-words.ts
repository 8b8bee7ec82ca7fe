import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { bookingLater } from '../locales/en/booking-later.ts';

/** Words for the wait of a step that sends something; null for another step. */
export function sendingWords(step: StepName | null): string | null {
  if (step === 'order') return bookingLater('ordering');
  return step === 'schedule' ? bookingLater('sending') : null;
}
