/** The banner above a step. */
import { css, html, nothing } from 'lit';
import type { PartnerContact } from '../../server/contract/partner-contact.ts';
import { failures } from '../texts/english.ts';
import { contactLinks } from '../ui/contact-links.ts';
import { icon } from '../ui/icon.ts';

/** A `.banner` above the step. */
export const bannerStyles = css`
  .banner {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 4px 12px;
    margin-block-end: 24px;
    padding: 14px 16px;
    border: 1px solid color-mix(in srgb, var(--_caution) var(--_edge), transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_caution) 10%, var(--_surface));
  }
  .banner:focus {
    outline: none;
  }
  .banner > svg {
    margin-block-start: 2px;
    color: var(--_caution);
  }
  .banner > * {
    grid-column: 2;
  }
  .banner > svg {
    grid-column: 1;
  }
  .banner .title {
    font-weight: 650;
  }
  .banner button {
    justify-self: start;
    margin-block-start: 8px;
  }
  .banner.failed {
    border-color: color-mix(in srgb, var(--_danger) var(--_edge), transparent);
    background: color-mix(in srgb, var(--_danger) 7%, var(--_surface));
  }
  .banner.failed > svg {
    color: var(--_danger);
  }
`;

interface Help {
  label: string;
  press: () => void;
}

/**
 * Draws one message.
 * @param title null for none
 * @param help the only button; null for none
 * @param reference the id under which support finds the request. @default none
 * @param look a further CSS class, such as `failed`. @default none
 * @param contact whom the customer calls. @default nobody
 */
export function banner(
  title: string | null,
  text: string,
  help: Help | null,
  reference?: string | null,
  look = '',
  contact?: PartnerContact | null,
) {
  return html`<div class="banner ${look}" part="banner" tabindex="-1">
    ${icon('alert')}
    ${title === null ? nothing : html`<p class="title">${title}</p>`}
    <p>${text}</p>
    ${reference ? html`<p class="quiet figures">${failures('reference', { reference })}</p>` : nothing}
    ${contactLinks(contact)}
    ${help === null ? nothing : html`<button type="button" @click=${help.press}>${help.label}</button>`}
  </div>`;
}
