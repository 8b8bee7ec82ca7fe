/** `<note-list>`: the notes of a user's bookings, and a form for another one. */
import { html, type TemplateResult } from 'lit';
import type { SupportRecords } from '../../contract/admin-api/views.ts';
import { OperatorPart, onSubmit } from './operator-session.ts';
import { timeText } from './words.ts';

const longest = 2000;

class NoteList extends OperatorPart {
  static override properties = {
    ...OperatorPart.properties,
    notes: { attribute: false },
    reference: { attribute: false },
  };

  declare notes: SupportRecords['notes'];
  /** The booking or the user that a new note is about. */
  declare reference: string;

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="notes-title">
      <h3 id="notes-title">Notes</h3>
      ${
        this.notes.length === 0
          ? html`<p class="empty">No notes yet.</p>`
          : html`<ul class="cards">${this.notes.map(
              ({ text, author, created_at, length }) => html`<li>
                <p class="note">${text ?? `${length} characters`}</p>
                <p class="quiet">${author}, <time datetime=${created_at}>${timeText(created_at)}</time></p>
              </li>`,
            )}</ul>`
      }
      <form @submit=${onSubmit((fields, form) => this.#add(fields.text ?? '', form))}>
        <label for="note">New note</label>
        <p class="hint" id="note-hint">Up to 2,000 characters. Write no more about health than you need.</p>
        <textarea
          id="note"
          name="text"
          rows="3"
          required
          maxlength=${longest}
          aria-describedby="note-hint"
        ></textarea>
        <button aria-disabled=${this.busy !== ''}>Add note</button>
      </form>
    </section>`;
  }

  #add(text: string, form: HTMLFormElement): void {
    void this.run('Adding the note…', async () => {
      await this.api.note(this.reference, text);
      form.reset();
      this.dispatchEvent(new CustomEvent('note-added', { bubbles: true }));
      return 'The note is added.';
    });
  }
}

customElements.define('note-list', NoteList);
