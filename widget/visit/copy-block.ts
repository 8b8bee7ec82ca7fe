/** A text of the service as it wrote it: plain, or HTML made safe. */
import { html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { sanitizeBelow } from '../ui/sanitize.ts';

/** Draws the text. Needs `copyStyles`. @param level of the heading above it */
export const copyBlock = (format: 'html' | 'text', text: string, level: 3 | 4): TemplateResult =>
  format === 'html'
    ? html`<div class="copy" lang="en" dir="ltr">${guard([text], () => sanitizeBelow(text, level))}</div>`
    : html`<div class="copy text" lang="en" dir="ltr">${text}</div>`;
