import { catalogue } from '../catalogue.ts';

/** The names of the steps, by their names in the contract. */
export const stepNames = catalogue('booking', {
  /** Name of a step: above it, and in the button back to it. At most 24 characters, as for all steps. */
  place: 'Test and {clinic}',
  product: 'Your test',
  times: 'Times',
  identity: 'Your details',
  document: 'Consent',
  consent: 'Consent',
  prescreen: 'Health check',
  review: 'Review and pay',
  order: 'Order',
  questionnaire: 'Health questions',
  schedule: 'Request',
  sent: 'Your request',
  blocked: 'Your options',
});

/** The frame of the booking: progress and waiting. */
export const booking = catalogue('booking', {
  /** Name of a phase of the booking, in the progress. At most 20 characters, as for all phases. */
  phase_choose: 'Test and {clinic}',
  phase_times: 'Times',
  phase_details: 'Your details',
  phase_pay: 'Payment',
  phase_request: 'Request',

  /** Name of the progress, for screen readers. */
  progress: 'Booking progress',
  /** Above the step. */
  position: 'Step {number} of {total}',
  /** Announced when a step opens. {step} is its name. */
  announced: '{step}, step {number} of {total}',
  /** After the name of a step that is done, for screen readers. */
  done: '(done)',
  /** After the name of a later step, for screen readers. */
  toCome: '(to come)',

  /** Notice: another tab or device changed the booking. */
  movedElsewhere: 'You continued this booking in another tab or on another device. Here’s where it is now.',

  /** Announced, and shown after two seconds. */
  loading: 'Still loading. This takes a moment.',
  working: 'Still working. This takes a moment.',
  /** Shown after 15 seconds. */
  slow: 'This is taking longer than usual. You can leave the page open or come back later. Nothing is lost.',
  /** Announced while the first step loads. */
  skeleton: 'Loading your booking',

  /** Above a new booking: the customer has another request. {test} is the name of a test. */
  previous: 'You asked for {test} before.',
  /** The same, if the test is not known. */
  previousUnknown: 'You asked for a test before.',
  /** Button after it. */
  seePrevious: 'See that request',
});
