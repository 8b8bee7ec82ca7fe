/** Urgent advice and the ways to reach the partner, for screens where a customer may need a person. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PartnerContact } from '../../../server/contract/partner-contact.ts';
import { help as say, contact as sayContact } from '../../texts/english.ts';
import { icon } from '../../ui/icon.ts';

/** The `.emergency` advice and the list of `.contact` links. */
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
    color: var(--_accent);
    text-underline-offset: 3px;
    overflow-wrap: anywhere;
  }
`;

/** Draws the advice for an emergency. It is the first text below the heading. */
export const emergency = (): TemplateResult => html`<div class="note emergency" role="note">
  ${icon('alert')}
  <p>${say('emergency')}</p>
</div>`;

const line = (address: string, words: string) =>
  html`<li><a href=${address} rel="noreferrer">${words}</a></li>`;

/**
 * Draws how to reach the partner. The partner's own content for the slot `contact` takes its place.
 * @param reference what to mention. @default nothing
 */
export function contactHelp({ phone, email, url }: PartnerContact, reference?: string): TemplateResult {
  const isReachable = phone !== null || email !== null || url !== null;
  return html`<section class="stack" aria-labelledby="help">
    <h3 id="help">${sayContact('heading')}</h3>
    <slot name="contact">
      ${
        isReachable
          ? html`<ul class="contact">
              ${phone === null ? nothing : line(`tel:${phone.replace(/[^+\d]/g, '')}`, say('phone', { phone }))}
              ${email === null ? nothing : line(`mailto:${email}`, say('email', { email }))}
              ${url === null ? nothing : line(url, say('page'))}
            </ul>`
          : html`<p>${say('nobody')}</p>`
      }
    </slot>
    ${reference === undefined ? nothing : html`<p class="quiet figures">${say('reference', { reference })}</p>`}
  </section>`;
}
