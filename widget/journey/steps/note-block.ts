/** The place's own words, plain text as it came, to be read before money changes hands (DISC-29, T49, GAP-13). */
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../../ui/icon.ts';

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
