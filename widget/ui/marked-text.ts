/**
 * Marks texts of others, which are shown unchanged, with their own language and direction: the widget around them can
 * speak another (GAP-112).
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { PartnerText } from '../../server/contract/partner-text.ts';
import { spoken } from '../texts/spoken.ts';

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
 * Draws a text of the partner in the current language, else the one without a language: it has that of the partner's
 * page, which `<html lang>` names.
 * @returns null if the partner has set no text for this language
 */
export function partnerText(text: PartnerText | null): TemplateResult | null {
  const of = (tag: string) => Object.keys(text ?? {}).find((key) => key.toLowerCase() === tag.toLowerCase());
  const language = of(spoken.tag) ?? of(spoken.tag.replace(/-.*/, ''));
  const words = text?.[language ?? 'default'];
  if (words === undefined) return null;
  return html`<bdi lang=${language ?? (document.documentElement.lang || nothing)}>${words}</bdi>`;
}
