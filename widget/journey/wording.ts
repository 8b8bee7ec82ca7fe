/** The words of the booking's frame: names of steps and waiting. */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { booking, stepNames } from '../locales/en/booking.ts';
import { afterSearch } from './load-step.ts';

/** @returns the name of a step */
export const stepName = (step: StepName): string => stepNames(step);

/**
 * Words for a wait.
 * @param step the step on show; null before the first
 * @param isLong whether the wait has taken more than 15 seconds
 */
export function waitingWords(step: StepName | null, isLong: boolean): string {
  if (isLong) return booking('slow');
  return afterSearch()?.sendingWords(step) ?? booking(step === null ? 'loading' : 'working');
}
