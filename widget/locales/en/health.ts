import { catalogue } from '../catalogue.ts';

/** The steps "prescreen" and "questionnaire": health questions of the testing service. */
export const health = catalogue('health', {
  /** Heading of the health check, before the payment. */
  prescreen: 'A few questions about your health',
  /** Heading of the questionnaire, after the payment. */
  questionnaire: 'Before your test',
  /** Below both headings. */
  lead: 'Tell us about your health today. Your answers help us check that this test is safe for you.',
  /** How far the form is. `answered` and `all` are numbers. It stays in view. */
  progress: '{answered} of {all} answered',
  /** The same when only optional questions are left. */
  progressEnough: '{answered} of {all} answered. The rest is optional.',
  /** Choice. */
  yes: 'Yes',
  /** Choice. */
  no: 'No',
  /** Name of the part with texts to read and boxes to check. */
  confirm: 'Read and confirm',
  /** The main button of the form. */
  review: 'Review your answers',
  /** Heading of the answers before they are sent. */
  reviewHeading: 'Are these answers right?',
  /** Below that heading. */
  reviewLead: 'You can’t change them after you send them.',
  /** In place of the answer to an optional question. */
  notAnswered: 'Not answered',
  /** Sends the answers of the questionnaire. */
  send: 'Send answers',
  /** Goes back from the answers to the form. */
  back: 'Back to the questions',
  /** Error: no choice between yes and no. */
  errorYesNo: 'Select yes or no.',
  /** Error: empty field. */
  errorEmpty: 'Answer this question.',
  /** Error: a box of the form is not checked. */
  errorConfirm: 'Check this box to continue.',
  /** Error: a permission of the health check is not given. */
  errorPermission: 'Check this box to continue. The test can’t be ordered without it.',
  /** Error: empty date of birth. */
  errorDateOfBirth: 'Enter your date of birth.',
  /** Hint: the form asks in a way that the widget does not know. */
  unknown: 'Answer in your own words.',
  /** The form cannot be shown in full, so that it cannot be sent. */
  blocked:
    'Part of this form can’t be shown here, so we can’t send it. Your answers are saved. Please contact support.',
});
