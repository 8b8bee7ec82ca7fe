/** The words of the booking's frame: step names, notices and waiting. */

import type { NoticeCode } from '../../server/contract/journey-api/notices.ts';
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

/** Null when the step shows the notice beside its field. */
export const noticeWords: Record<NoticeCode, string | null> = {
  slot_gone: null,
  consent_changed: 'The consent text has changed since you saw it. Please read and sign the new text.',
  consent_needed_again: 'Your consent can no longer be used. Please sign again to go on.',
  document_refused: null,
  questionnaire_changed: 'The questionnaire has changed since you saw it. Please answer the new one.',
  correct_profile: 'Some of your details were not accepted. Nothing else is lost.',
  correct_answers: 'Some of your answers were not accepted. Nothing else is lost.',
  zip_unknown: null,
  stalled: 'This could not be finished yet. Nothing is lost, and trying again will not book twice.',
  assumption_unmet:
    'This clinic’s booking is not set up correctly yet. Nothing is lost; tell the clinic this reference.',
  support_needed: 'We cannot go on with this booking. Nothing is lost; support can help with this reference.',
  payment_not_arrived: 'Your payment has not reached us yet. If you have just paid, try again in a moment.',
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
