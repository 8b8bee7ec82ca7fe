/**
 * Marks texts of others, which are shown unchanged, with their own language and direction: the widget around them can
 * speak another (GAP-112).
 */
import { html, nothing, type TemplateResult } from 'lit';

/** A text of the widget, or a marked text of the service. */
export type Words = string | TemplateResult;

/**
 * Draws a text of the service inside a line. A block of such text has `lang="en" dir="ltr"` on its own element.
 * @param text shown as it is, with its white-space
 */
export function serviceText(text: string): TemplateResult {
  return html`<span class="verbatim" lang="en" dir="ltr">${text}</span>`;
}

/**
 * Draws a text that the partner has set on its server or its page. It has the language of the partner's page, which
 * `<html lang>` names.
 */
export function partnerText(text: string): TemplateResult {
  return html`<bdi lang=${document.documentElement.lang || nothing}>${text}</bdi>`;
}
