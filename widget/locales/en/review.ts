import { catalogue } from '../catalogue.ts';

/** The step "review": everything chosen, the terms of the payment, and the payment. */
export const review = catalogue('review', {
  /** Heading before the payment. */
  heading: 'Review and pay',
  /** Below `heading`. */
  lead: 'Check that everything is right.',
  /** Heading: the customer came back from the payment page, and the payment is not known yet. */
  headingMissing: 'We don’t see your payment yet',
  /** Below `headingMissing`. */
  leadMissing: 'If you just paid, wait a minute and check again. Everything you entered is saved.',
  /** Heading: the payment is known. */
  headingPaid: 'Payment received',
  /** Below `headingPaid`. */
  leadPaid: 'Next, we’ll place your order.',

  /** Label before the name of the test. */
  test: 'Test',
  /** Label before the address of the clinic. */
  clinic: '{Clinic}',
  /** Label before the time that the customer wants most. */
  firstChoice: 'First choice',
  /** Label before the other times. */
  otherChoices: { one: 'Other choice', other: 'Other choices' },
  /** Label before the name and the e-mail address of the patient. */
  patient: 'Patient',
  /** Button beside a line. At most 12 characters. */
  change: 'Change',
  /** Names of that button for screen readers. Each begins with the word shown. */
  changeTest: 'Change test',
  changeClinic: 'Change {clinic}',
  changeTimes: 'Change times',
  changePatient: 'Change patient',

  /** Label before the amount. */
  total: 'Total',
  /** Name of the list of terms, for screen readers. */
  terms: 'About your payment',
  /** Label of a term: what is charged at once. At most 32 characters, as for all terms. */
  now: 'Today',
  /** What is charged at once. `amount` is "$149". */
  nowText: 'You pay {amount}. After a few health questions, we’ll send your times to the {clinic}.',
  /** Label of a term. */
  unconfirmed: 'If no time is confirmed',
  /** The partner has no sentence of its own about it. */
  unconfirmedText: 'Contact us about your payment.',
  /** Label of a term: the health questions can end the booking. */
  stopped: 'If the test isn’t safe for you',
  /** The partner has no sentence of its own about it. */
  stoppedText: 'We won’t book it. Contact us about your payment.',
  /** Label of a term. */
  cancel: 'If you cancel',
  /** The partner has no sentence of its own about it. */
  cancelText: 'You can cancel later. In the last 24 hours before your appointment, a fee may apply.',

  /** Main button: opens the payment page. `amount` is "$149". */
  pay: 'Pay {amount}',
  /** On the button while it works. */
  opening: 'Opening …',
  /** Main button: asks again whether the payment is known. */
  check: 'Check again',
  /** On the button while it works. */
  checking: 'Checking …',
  /** Below the button, after a press on it. */
  checked: 'We just checked. Your payment isn’t here yet.',
  /** Button beside `check`: opens the payment page again. */
  payPage: 'Back to payment',
  /** Main button after the payment. */
  next: 'Continue',
  /** On the button while it works. */
  ordering: 'Placing your order …',
});
