import { catalogue } from '../catalogue.ts';

/** The step "blocked": the answers do not allow the test, after the customer has paid. */
export const blocked = catalogue('blocked', {
  /** Heading. */
  heading: 'We can’t book this test for you right now',
  /** Below `heading`. It gives no reason: the service does not say which answer it was. */
  lead: 'Your answers suggest that this test may not be safe for you. Other tests may be fine.',
  /** Heading above what happens to the money. `amount` is "$149". */
  payment: 'Your {amount}',
  /** Below `payment`. */
  noTest: 'You won’t be tested, and no time is booked.',
  /** After `noTest`: the partner has no sentence of its own about the payment. */
  noTerms: 'Contact us about your payment.',
  /** Heading above other possibilities. */
  other: 'What you can do',
  /** Below `other`. */
  doctor: 'Your doctor can tell you if this test is right for you, and which other tests may help.',
  /** Button: begins a new booking. */
  another: 'Book another test',
});
