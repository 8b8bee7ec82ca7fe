/** The ways to reach the partner as links: the element draws them, and the server writes them into the HTML of pages. */
import type { PartnerContact } from './partner-contact.ts';

/** A link: its address, and the words to show. */
export interface ContactWay {
  address: string;
  words: string;
}

/** Lists the phone number, the e-mail address and the page of the partner, without those that are not set. */
export const contactWays = ({ phone, email, url }: PartnerContact): ContactWay[] => [
  ...(phone === null ? [] : [{ address: `tel:${phone.replace(/[^+\d]/g, '')}`, words: phone }]),
  ...(email === null ? [] : [{ address: `mailto:${email}`, words: email }]),
  ...(url === null ? [] : [{ address: url, words: url.replace(/^https?:\/\/|\/$/g, '') }]),
];
