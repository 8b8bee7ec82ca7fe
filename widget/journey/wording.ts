/** The words of the booking's frame: step names and waiting. */

import type { StepName } from '../../server/contract/journey-api/steps.ts';

/** The name of each step. */
export const stepWords: Record<StepName, string> = {
  place: 'Test and place',
  product: 'Your test',
  times: 'Times',
  identity: 'Your details',
  document: 'Consent',
  consent: 'Consent',
  prescreen: 'Health check',
  review: 'Review and pay',
  order: 'Order',
  questionnaire: 'Questionnaire',
  schedule: 'Request',
  sent: 'Request sent',
  blocked: 'Next step',
};

/** Shown when another tab or device has changed the journey. */
export const movedElsewhereWords =
  'This booking went on in another tab or on another device. This is where it stands now.';

/**
 * Words for a wait.
 * @param step the step that is waited for; null before the first
 * @param long whether the wait has taken more than 15 seconds
 */
export function waitingWords(step: StepName | null, long: boolean): string {
  if (long)
    return 'This takes longer than usual. You can leave the page open or come back later; nothing is lost.';
  if (step === 'order') return 'Placing your order. This takes a moment.';
  if (step === 'schedule') return 'Sending your request to the location. This takes a moment.';
  return step === null ? 'Still loading. This takes a moment.' : 'Still working. This takes a moment.';
}
