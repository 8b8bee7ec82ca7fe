/** A message box: an icon, and beside it what happened and what helps. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PartnerContact } from '../../server/contract/partner-contact.ts';
import { failures } from '../texts/english.ts';
import { contactLinks } from './contact-links.ts';
import { icon } from './icon.ts';

/** A `.note`; a failure is `.failed`, too. */
export const noticeStyles = css`
  .note {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: 12px;
    padding: 14px 16px;
    border: 1px solid color-mix(in srgb, var(--_caution) var(--_edge), transparent);
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_caution) 10%, var(--_surface));
  }
  .note:focus {
    outline: none;
  }
  .note > svg {
    margin-block-start: 2px;
    color: var(--_caution);
  }
  .note .title {
    font-weight: 650;
  }
  .note.failed {
    border-color: color-mix(in srgb, var(--_danger) var(--_edge), transparent);
    background: color-mix(in srgb, var(--_danger) 7%, var(--_surface));
  }
  .note.failed > svg {
    color: var(--_danger);
  }
`;

/** The lines of a message. Only its text is required. */
export interface NoticeLines {
  title?: string | null;
  text: string;
  /** The id under which support finds the request. */
  reference?: string | null | undefined;
  /** Whom the customer calls. */
  contact?: PartnerContact | null | undefined;
  /** The words of the only button, which calls `press`. */
  button?: string | null;
  press?: () => void;
}

/** Draws the lines of a message, each as a child of the box around them. */
export const noticeLines = ({ title, text, reference, contact, button, press }: NoticeLines) =>
  html`${title ? html`<p class="title">${title}</p>` : nothing}
    <p>${text}</p>
    ${reference ? html`<p class="quiet figures">${failures('reference', { reference })}</p>` : nothing}
    ${contactLinks(contact)}
    ${button ? html`<button type="button" @click=${press}>${button}</button>` : nothing}`;

/**
 * Draws a box.
 * @param shape the icon
 * @param role of the box. @default none
 * @param look a further CSS class, such as `failed`. @default none
 */
export const notice = (
  shape: Parameters<typeof icon>[0],
  content: TemplateResult,
  role?: 'alert' | 'note',
  look = '',
): TemplateResult =>
  html`<div class="note ${look}" role=${role ?? nothing}>${icon(shape)}<div>${content}</div></div>`;
