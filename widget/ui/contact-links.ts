/** The ways to reach the partner below a failure. They need no words, so that every element can show them. */
import { html, type TemplateResult } from 'lit';
import { contactWays } from '../../server/contract/contact-ways.ts';
import type { PartnerContact } from '../../server/contract/partner-contact.ts';

/** Draws the phone number, the e-mail address and the page of the partner. @param contact null or undefined for none */
export const contactLinks = (contact: PartnerContact | null | undefined): TemplateResult[] =>
  (contact ? contactWays(contact) : []).map(
    ({ address, words }) =>
      html`<p><a href=${address} rel="noreferrer"><bdi dir="ltr">${words}</bdi></a></p>`,
  );
