import { catalogue } from '../catalogue.ts';

/** The choices so far, beside the step. */
export const summary = catalogue('summary', {
  /** Heading. */
  heading: 'Your booking',
  /** Label before the name of the test. */
  test: 'Test',
  /** Label before an address. It is also the name of a clinic whose address is not known. */
  clinic: '{Clinic}',
  /** Label before the time that the customer wants most. */
  firstChoice: 'First choice',
  /** Label before the other times. */
  otherChoices: { one: 'Other choice', other: 'Other choices' },
  /** Label before the amount. */
  price: 'Price',
});
