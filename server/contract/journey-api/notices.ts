/** The notices of the journey wire: what the page says above a step. */
import { z } from 'zod';
import { partnerContact } from '../partner-contact.ts';
import { fieldProblem } from '../problem.ts';

/** The codes of the notices. */
export const noticeCodes = [
  /** A chosen time is no longer available; the customer chooses again, nothing else is lost. */
  'slot_gone',
  /** The legal text has changed since it was shown; the page shows the new text. */
  'consent_changed',
  /** The given consent has expired or cannot be used; the customer gives it again. */
  'consent_needed_again',
  /** Consent is now given in another way than the customer saw; nothing else is lost. */
  'consent_method_changed',
  /** The service did not accept the document; another one is needed. */
  'document_refused',
  /** The questionnaire has changed since it was shown; the customer answers the new one. */
  'questionnaire_changed',
  /** The profile was refused; `fields` names the invalid fields. */
  'correct_profile',
  /** Answers were refused; `fields` names the invalid fields. */
  'correct_answers',
  /** No place is known for this ZIP code. */
  'zip_unknown',
  /** The service could not finish a step yet; nothing is lost, `retry` sends the same request again. */
  'stalled',
  /** The service refused for a reason that only its operator can correct. */
  'support_needed',
  /**
   * A response of the service does not meet an assumption. The operator must correct it; the journey stops until then.
   */
  'assumption_unmet',
  /**
   * The service did what was asked, and its response lacks what comes next. The journey continues by itself once the
   * response can be read.
   */
  'upstream_unreadable',
  /** The payment has not arrived at the partner yet. */
  'payment_not_arrived',
] as const;
/** A code that the page has words for. */
export type NoticeCode = (typeof noticeCodes)[number];

/** The outcome of the last answer or write, for the banner above the step. */
export const notice = z.object({
  code: z.enum(noticeCodes),
  fields: z.array(fieldProblem),
  upstream_request_id: z.string().nullable().describe("For support: the upstream's request id."),
  reference: z
    .string()
    .optional()
    .describe('What the customer mentions to support, for a notice that nothing on the page resolves.'),
  contact: partnerContact.optional().describe('Whom the customer calls then.'),
});
export type Notice = z.infer<typeof notice>;
