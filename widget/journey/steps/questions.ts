/** The styles of a list of health questions, and its progress. */
import { css, html, nothing, type TemplateResult } from 'lit';

/** What both steps with health questions add to a form's styles. */
export const questionStyles = css`
  section > h3 {
    padding-block-end: 16px;
  }
  section .field > legend {
    padding-block-end: 10px;
    font-weight: 500;
    line-height: 1.45;
  }
  section .pair {
    max-inline-size: 400px;
  }
  .answered {
    margin-block-start: 12px;
  }
`;

/**
 * Draws "2 of 5 answered"; nothing for a single question.
 * @param asked the number of questions
 */
export function progressWords(answered: number, asked: number): TemplateResult | typeof nothing {
  if (asked < 2) return nothing;
  return html`<p class="answered quiet figures">${answered} of ${asked} answered</p>`;
}
