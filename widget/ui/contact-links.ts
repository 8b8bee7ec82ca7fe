/** The ways to reach the partner below a failure. They need no words, so that every element can show them. */
import { html, nothing, type TemplateResult } from 'lit';
import type { PartnerContact } from '../../server/contract/partner-contact.ts';

const link = (address: string, words: string) =>
  html`<p><a href=${address} rel="noreferrer"><bdi dir="ltr">${words}</bdi></a></p>`;

/** Draws the phone number, the e-mail address and the page of the partner. @param contact null or undefined for none */
export const contactLinks = (contact: PartnerContact | null | undefined): TemplateResult | typeof nothing =>
  contact
    ? html`${contact.phone === null ? nothing : link(`tel:${contact.phone.replace(/[^+\d]/g, '')}`, contact.phone)}
        ${contact.email === null ? nothing : link(`mailto:${contact.email}`, contact.email)}
        ${contact.url === null ? nothing : link(contact.url, contact.url.replace(/^https?:\/\/|\/$/g, ''))}`
    : nothing;
