/** Urgent advice and the ways to reach the partner, for screens where a customer may need a person. */
import { css, html, type TemplateResult } from 'lit';
import type { PartnerContact } from '../../../server/contract/partner-contact.ts';
import { help as say, contact as sayContact } from '../../texts/english.ts';
import { contactLinks } from '../../ui/contact-links.ts';
import { icon } from '../../ui/icon.ts';

/** The `.emergency` advice and the `.contact` links. */
export const helpStyles = css`
  .emergency {
    font-weight: 600;
  }
  .contact {
    display: grid;
    justify-items: start;
  }
  .contact a {
    display: inline-block;
    padding-block: 10px;
  }
`;

/** Draws the advice for an emergency. It is the first text below the heading. */
export const emergency = (): TemplateResult => html`<div class="note emergency" role="note">
  ${icon('alert')}
  <p>${say('emergency')}</p>
</div>`;

/**
 * Draws how to reach the partner. The partner's own content for the slot `contact` takes its place.
 * @param reference what to mention
 */
export function contactHelp(contact: PartnerContact, reference: string): TemplateResult {
  const isReachable = Object.values(contact).some((way) => way !== null);
  return html`<section class="stack" aria-labelledby="help">
    <h3 id="help">${sayContact('heading')}</h3>
    <slot name="contact">
      ${isReachable ? html`<div class="contact">${contactLinks(contact)}</div>` : html`<p>${say('nobody')}</p>`}
    </slot>
    <p class="quiet figures">${say('reference', { reference })}</p>
  </section>`;
}
