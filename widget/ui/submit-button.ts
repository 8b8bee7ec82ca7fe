/** The primary button of a form. While busy it keeps its width and its focus, and shows what it is doing. */
import { html, type TemplateResult } from 'lit';
import { form } from '../texts/english.ts';
import { busyLabel } from './busy-label.ts';
import type { Words } from './marked-text.ts';

/**
 * Draws the button. Its announcement has no role: Orca would read an empty status as "statusbar".
 * @param busyWords its label while busy
 */
export function submitButton(label: Words, busy: boolean, busyWords = form('sending')): TemplateResult {
  return html`<button class="primary" type="submit" aria-disabled=${busy} aria-busy=${busy}>
      ${busyLabel(label, busyWords)}
    </button>
    <span class="visually-hidden" aria-live="polite">${busy ? busyWords : ''}</span>`;
}
