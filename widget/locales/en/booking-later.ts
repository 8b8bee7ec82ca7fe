import { catalogue } from '../catalogue.ts';

/** The frame of the booking from the first search on. */
export const bookingLater = catalogue('booking', {
  /** Button: one step back. */
  back: 'Back',
  /** Name of that button for screen readers. It begins with the words shown. {step} is the name of a step. */
  backTo: 'Back to {step}',
  /** Announced, and shown after two seconds. */
  ordering: 'Placing your order. This takes a moment.',
  sending: 'Sending your request to the {clinic}. This takes a moment.',
  /** Button: give up this booking for a new one. */
  startOver: 'Start over',
  /** Question after a press on it. */
  startOverSure: 'Start over? Everything you chose and entered will be cleared.',
  /** Button: do not start over. */
  keep: 'Keep my booking',
});

/** The server's notices, by their codes. */
export const notices = catalogue('booking', {
  /** Notice: the consent has a new text. */
  consent_changed: 'The consent form has changed since you saw it. Please read and sign the new one.',
  /** Notice: the signature is too old. */
  consent_needed_again: 'Your consent has expired. Please sign again to continue.',
  /** Notice: the questions have changed. */
  questionnaire_changed: 'The questions have changed since you saw them. Please answer the new ones.',
  /** Notice: the service refused some of the details. */
  correct_profile: 'Some of your details weren’t accepted. Please check them. The rest is saved.',
  /** Notice: the service refused some of the answers. */
  correct_answers: 'Some of your answers weren’t accepted. Please check them. The rest is saved.',
  /** Notice: a write to the service has no outcome yet. */
  stalled: 'We couldn’t finish this yet. Nothing is lost. You can safely try again.',
  /** Notice: the booking is set up wrong. */
  assumption_unmet:
    'Online booking isn’t set up correctly for this {clinic} yet. Nothing is lost. Please tell the people who run this website, and mention this reference.',
  /** Notice: the customer needs help. */
  support_needed:
    'We can’t continue this booking. Nothing is lost. Support can help you with this reference.',
});
