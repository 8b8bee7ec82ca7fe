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

/**
 * Draws the foot of a screen: whom to ask for help. The partner's own content for the slot `contact` takes its place.
 * Draws nothing without both.
 */
export const help = (
  host: Element,
  contact: PartnerContact | null | undefined,
): TemplateResult | typeof nothing =>
  Object.values(contact ?? {}).some((way) => way !== null) ||
  [...host.children].some(({ slot }) => slot === 'contact')
    ? html`<section class="help" aria-labelledby="help">
        <h3 id="help">${say('heading')}</h3>
        <slot name="contact">${contactLinks(contact)}</slot>
      </section>`
    : nothing;
