/** The note of the place as plain text, shown before the customer pays (DISC-29, T49, GAP-13). */
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../ui/icon.ts';

/** Draws the note; nothing when it is empty. */
export function noteBlock(note: string | null): TemplateResult | typeof nothing {
  if (note === null || note.trim() === '') return nothing;
  return html`<div class="note" role="note">
    ${icon('note')}
    <div>
      <p><strong>From the location</strong></p>
      <p class="verbatim">${note}</p>
    </div>
  </div>`;
}
