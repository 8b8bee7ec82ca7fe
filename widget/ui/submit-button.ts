/** The primary button of a form. While busy it keeps its width and its focus, and shows what it is doing. */
import { html, type TemplateResult } from 'lit';

/** Draws the button. @param busyWords its label while busy */
export function submitButton(label: string, busy: boolean, busyWords = 'Sending'): TemplateResult {
  return html`<button class="primary" type="submit" aria-disabled=${busy} aria-busy=${busy}>
      <span class="swap">
        <span class="ready verbatim">${label}</span>
        <span class="waiting"><span class="spinner"></span>${busyWords}</span>
      </span>
    </button>
    <span class="visually-hidden" role="status">${busy ? busyWords : ''}</span>`;
}
