import { catalogue } from '../catalogue.ts';

/** Urgent advice, and how to reach the partner. */
export const help = catalogue('help', {
  /** First on screens where the health answers held up or ended a booking. A partner in another country replaces it. */
  emergency: 'If you have chest pain, trouble breathing, or feel faint right now, call 911.',
  /** Heading above the ways to reach the partner. */
  heading: 'Questions?',
  /** Below `heading`: the partner has set no way to reach it. */
  nobody: 'Contact us through this website.',
  /** Link. `phone` is a phone number. */
  phone: 'Call {phone}',
  /** Link. `email` is an e-mail address. */
  email: 'E-mail {email}',
  /** Link to a page of the partner. */
  page: 'Visit our help page',
  /** What to read out to support. `reference` is a short number. */
  reference: 'Mention this reference: {reference}',
});
