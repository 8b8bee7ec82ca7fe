/** The words of notices: what the server says about the last answer. */
import type { NoticeCode } from '../../server/contract/journey-api/notices.ts';

/** Null when the step shows the notice beside its field. */
export const noticeWords: Record<NoticeCode, string | null> = {
  slot_gone: 'One of your times has just been taken. Choose again; everything else is kept.',
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
