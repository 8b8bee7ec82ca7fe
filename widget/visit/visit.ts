/** What a customer needs between the request and the visit: how to prepare, the clinic's note, the doctor's form. */
import { css, html, nothing, type TemplateResult } from 'lit';
import type { PartnerTerms } from '../../server/contract/partner-terms.ts';
import type { Cancellation, Visit } from '../../server/contract/visit.ts';
import { visit as say } from '../texts/english.ts';
import { contactLinks } from '../ui/contact-links.ts';
import { copyStyles } from '../ui/copy.ts';
import { partnerText } from '../ui/marked-text.ts';
import { copyBlock } from './copy-block.ts';
import { noteBlock } from './note-block.ts';

/** The styles of these parts. */
export const visitStyles = [
  copyStyles,
  css`
    .before {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    .before h4 {
      font-weight: 650;
    }
    .note p:has(> a) {
      min-block-size: 32px;
      align-content: center;
    }
    .before > :is(.note, .copy:not(.text)) {
      margin-block-start: 8px;
    }
    .before button {
      justify-self: start;
    }
  `,
];

const heading = (level: 3 | 4, words: string) =>
  level === 3 ? html`<h3>${words}</h3>` : html`<h4>${words}</h4>`;

/** Draws when to arrive, what to prepare and bring, and the clinic's note; nothing without any. @param level of the heading */
export function beforeYouCome(
  { preparation, note, arrival }: Visit,
  level: 3 | 4,
): TemplateResult | typeof nothing {
  const arrive = partnerText(arrival);
  if (preparation.length === 0 && arrive === null) return noteBlock(note);
  return html`<div class="before">
    ${heading(level, say('prepare'))} ${arrive === null ? nothing : html`<p>${arrive}</p>`}
    ${preparation.map(({ format, text }) => copyBlock(format, text, level))}
    ${noteBlock(note)}
  </div>`;
}

/** Draws the form for the customer's own doctor with a sentence about it; nothing without one. @param button saves it */
export function doctorForm(
  { doctor_form: form }: Visit,
  level: 3 | 4,
  button: TemplateResult,
): TemplateResult | typeof nothing {
  if (form === null) return nothing;
  return html`<div class="before">
    ${heading(level, say('formHeading'))}
    <p>${partnerText(form.note) ?? say('formText')}</p>
    ${button}
  </div>`;
}

/** Says what happens to the payment after a cancellation, or whom to ask. */
export function paymentAfter(
  canceled: Pick<Cancellation, 'refund'>,
  { contact }: PartnerTerms,
): TemplateResult {
  const refund = partnerText(canceled.refund);
  return refund === null
    ? html`<p>${say('payment')}</p>
        ${contactLinks(contact)}`
    : html`<p>${refund}</p>`;
}
