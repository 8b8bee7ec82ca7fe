/**
 * Marks text of the testing service, which is shown unchanged, with its own language and direction: the widget around
 * it can speak another (GAP-112).
 */
import { html, type TemplateResult } from 'lit';

/** A text of the widget, or a marked text of the service. */
export type Words = string | TemplateResult;

/**
 * Draws a text of the service inside a line. A block of such text has `lang="en" dir="ltr"` on its own element.
 * @param text shown as it is, with its white-space
 */
export function supplied(text: string): TemplateResult {
  return html`<span class="verbatim" lang="en" dir="ltr">${text}</span>`;
}
