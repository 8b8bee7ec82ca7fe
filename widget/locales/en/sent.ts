import { catalogue } from '../catalogue.ts';

/** The step "sent": the request, and later the confirmed appointment. Before that nothing may sound like a booking. */
export const sent = catalogue('sent', {
  /** Heading: the clinic has not confirmed a time. */
  heading: 'Request sent',
  /** Below `heading`. */
  lead: 'The {clinic} will confirm one of your times. Nothing is booked yet.',
  /** Below `heading`: a physician reviews the answers first. */
  leadReview: 'Based on your answers, a physician needs to review your request first. Nothing is booked yet.',
  /** Heading. It is announced when it appears. */
  headingConfirmed: 'Your appointment is confirmed',
  /** Below `headingConfirmed`. */
  leadConfirmed: 'The {clinic} is expecting you.',
  /** Heading. It is announced when it appears. */
  headingCanceled: 'This request was canceled',
  /** Below `headingCanceled`. */
  leadCanceled: 'You don’t have an appointment.',
  /** Heading: the status is one that this version does not know. */
  headingOther: 'Your request',

  /** Name of the panel, for screen readers. */
  panel: 'What you asked for',
  /** The same, after a time is confirmed. */
  panelConfirmed: 'Your appointment',
  /** Label before a time. */
  firstChoice: 'First choice',
  /** Label before the other times. */
  otherChoices: { one: 'Other choice', other: 'Other choices' },
  /** Label before the confirmed time. */
  when: 'Date and time',
  /** Label before the name of the test. */
  test: 'Test',
  /** Label before the address. */
  clinic: '{Clinic}',

  /** Title of the event in the customer's calendar. Others may see it, so it does not name the test. */
  calendarTitle: '{Clinic} appointment',
  /** Button: saves a calendar file. */
  calendar: 'Add to calendar',
  /** Link to a map. */
  directions: 'Get directions',
  /** After the link, for screen readers. */
  newTab: '(opens in a new tab)',
  /** Link to the partner's page of appointments. */
  appointments: 'See your appointments',

  /** Heading above what happens after the request. */
  next: 'What happens next',
  /** An event of that list. */
  sentTitle: 'Request sent',
  /** Below `sentTitle`. */
  sentText: 'We have your times and your answers.',
  /** An event of that list. */
  reviewTitle: 'A physician reviews your answers',
  /** Below `reviewTitle`. */
  reviewText: 'If they approve the test, your request goes on to the {clinic}.',
  /** The same with the end of the review. `time` is a date and a time with its zone. */
  reviewDue: 'By {time}. If they approve the test, your request goes on to the {clinic}.',
  /** An event of that list. */
  confirmTitle: 'The {clinic} confirms a time',
  /** Below `confirmTitle`. */
  confirmText: 'They’ll pick one of your times or contact you.',
  /** An event of that list. */
  testTitle: 'Your test',
  /** Below `testTitle`. */
  testText: 'At the {clinic}, at the confirmed time.',
  /** Beside the present event of a list. At most 10 characters. */
  now: 'Now',
  /** An event that is over, for screen readers. `event` is its title. */
  done: 'Done: {event}',
  /** An event to come, for screen readers. `event` is its title. */
  toCome: 'Still to come: {event}',
  /** Below the list. */
  keepFree: 'Keep these times free until you know which one is confirmed.',
  /** Heading: what happens if the physician does not approve the test. */
  refused: 'If the physician says no',
  /** Below `refused`. */
  refusedText: 'You won’t have this test.',
  /** After `refusedText`: the partner has no sentence of its own about the payment. */
  refusedPayment: 'Contact us about your payment.',

  /** Heading above the payment, the address for messages and the reference. */
  receipt: 'Payment and messages',
  /** Label before the amount. */
  paid: 'Paid',
  /** Label before an e-mail address. */
  messages: 'We send messages to',
  /** Button: begins a new booking. */
  another: 'Book another test',
});
