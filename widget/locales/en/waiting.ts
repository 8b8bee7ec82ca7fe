import { catalogue } from '../catalogue.ts';

/** The steps "order" and "schedule", in which the customer only waits. */
export const waiting = catalogue('waiting', {
  /** Heading. */
  order: 'Placing your order',
  /** Below `order`. */
  orderText: 'We have your payment. This usually takes a few seconds.',
  /** Heading: the service did not respond. */
  orderStalled: 'We couldn’t place your order yet',
  /** Below `orderStalled`. */
  orderStalledText: 'Your payment and everything you entered are saved.',
  /** Heading. */
  schedule: 'Sending your request',
  /** Below `schedule`. */
  scheduleText: 'We’re sending your times to the {clinic}. This usually takes a few seconds.',
  /** Heading: the service did not respond. */
  scheduleStalled: 'We couldn’t send your request yet',
  /** Below `scheduleStalled`. */
  scheduleStalledText: 'Your order, your answers, and your times are saved.',
  /** Button. */
  again: 'Try again',
  /** Below the button. */
  againText: 'You won’t be charged or booked twice.',
});
