/** Whom to ask for help, at the foot of every screen (WCAG 3.2.6). */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PartnerContact } from '../../server/contract/partner-contact.ts';
import { contact as say } from '../texts/english.ts';
import { contactLinks } from './contact-links.ts';

/** The `.help` at the foot of a screen. */
export const helpStyles = css`
  .help {
    padding-block-start: 16px;
    border-block-start: 1px solid var(--_hairline);
  }
  .help h3 {
    margin-block-end: 8px;
  }
  .help a {
    display: inline-block;
    padding-block: 4px;
    color: var(--_accent);
    overflow-wrap: anywhere;
  }
`;

/** Draws the foot of a screen: whom to ask for help. Draws nothing if the partner has set no contact. */
export const help = (contact: PartnerContact | null | undefined): TemplateResult | typeof nothing =>
  contact && Object.values(contact).some((way) => way !== null)
    ? html`<section class="help" aria-labelledby="help">
        <h3 id="help">${say('heading')}</h3>
        ${contactLinks(contact)}
      </section>`
    : nothing;
