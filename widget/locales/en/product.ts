import { catalogue } from '../catalogue.ts';

/** The step "product": the chosen test with its price and the clinic's own note. */
export const product = catalogue('product', {
  /** Name of the list of keywords below the description, for screen readers. */
  tags: 'About this test',
  /** After the address. `distance` is "2.5 miles". */
  away: '{distance} away',
  /** Label of the price. */
  price: 'Price',
  /** Below the price. */
  pay: 'You’ll pay at the end.',
  /** The main button. */
  next: 'Choose times',
  /** Its label while it waits. */
  waiting: 'One moment',
  /** Button: go back to the list of clinics. */
  otherClinic: 'Choose another {clinic}',
});
