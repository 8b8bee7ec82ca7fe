/** The note of the clinic as plain text, shown before the customer pays (DISC-29, T49, GAP-13). */
import { html, nothing, type TemplateResult } from 'lit';
import { note as words } from '../texts/english.ts';
import { icons } from '../ui/later-icons.ts';
import { notice } from '../ui/notice.ts';

/** Draws the note; nothing when it is empty. */
export function noteBlock(note: string | null): TemplateResult | typeof nothing {
  if (note === null || note.trim() === '') return nothing;
  const content = html`<p><strong>${words('heading')}</strong></p>
    <p class="verbatim" lang="en" dir="ltr">${note}</p>`;
  return notice(icons.note, content, 'note');
}
