/** `<booking-view>`: the bookings of one user, what waits, and what an operator can do about it. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ActionResult, SupportRecords } from '../../../contract/admin-api/views.ts';
import './customer-data.ts';
import { onSubmit } from '../../../core/pages/page/page-part.ts';
import { OperatorPart } from './operator-session.ts';
import { type Entry, eventEntry, timelineOf, writeEntry } from './timeline.ts';
import { foundByText, timeText, writeName } from './words.ts';

/** A write or an event that waits or has stopped. */
type OpenWork = Pick<SupportRecords['writes'][number], 'next_try_at'> &
  Partial<Pick<SupportRecords['writes'][number], 'can_release' | 'advice'>>;

class BookingView extends OperatorPart {
  static override properties = { ...OperatorPart.properties, records: { attribute: false } };

  declare records: SupportRecords;
  #result: ActionResult | null = null;

  /** Shows the result of another lookup from its beginning. */
  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const before = changed.get('records') as SupportRecords | undefined;
    if (before && before.subject !== this.records.subject) this.#result = null;
  }

  #act(what: string, request: () => Promise<ActionResult>): void {
    void this.run(what, async () => {
      this.#result = await request();
      await this.#readAgain();
      const { done } = this.#result;
      return done.length === 0 ? 'Nothing was done. The reasons are below.' : 'Done.';
    });
  }

  /** Reads the records again. The work itself takes the server some seconds more. */
  async #readAgain(): Promise<void> {
    const detail = await this.api.lookup(this.records.subject ?? '');
    this.dispatchEvent(new CustomEvent('booking-read', { detail, bubbles: true }));
  }

  protected override render(): TemplateResult {
    const { records } = this;
    const { subject, found_by } = records;
    if (subject === null)
      return html`<header>
          <h2 id="found" tabindex="-1">A request that failed</h2>
          <p class="quiet">Nothing is stored of its user: no booking has begun.</p>
        </header>
        ${timeline(timelineOf(records))}`;
    const busy = this.busy !== '';
    return html`<header>
        <h2 id="found" tabindex="-1">User <span class="id">${subject}</span></h2>
        <p class="quiet">Found by ${foundByText(found_by)}</p>
      </header>
      <div class="actions">
        <button
          type="button"
          class="primary"
          aria-disabled=${busy}
          @click=${() => this.#act('Trying again…', () => this.api.retry(subject))}
        >Try everything again</button>
        <button
          type="button"
          aria-disabled=${busy}
          @click=${() =>
            void this.run('Reading…', async () => {
              await this.#readAgain();
              return 'Read again.';
            })}
        >Read again</button>
      </div>
      ${this.#result ? resultList(this.#result) : nothing}
      ${this.#waiting()}
      <section class="sheet" aria-labelledby="timeline-title">
        <h3 id="timeline-title">Timeline</h3>
        ${timeline(timelineOf(records))}
      </section>
      <note-list
        .api=${this.api}
        .notes=${records.notes}
        .reference=${records.booking_id ?? subject}
        @note-added=${() => void this.#readAgain()}
      ></note-list>
      ${
        this.api.may('show')
          ? html`<customer-data .api=${this.api} .subject=${subject}></customer-data>`
          : nothing
      }`;
  }

  #waiting(): TemplateResult {
    const { writes, events } = this.records;
    const cards = [
      ...writes.filter(isOpen).map((write) => this.#waitingCard(writeEntry(write), write)),
      ...events.filter(isOpen).map((event) => this.#waitingCard(eventEntry(event), event)),
    ];
    return html`<section class="sheet" aria-labelledby="waiting-title">
      <h3 id="waiting-title">Needs attention</h3>
      ${cards.length === 0 ? html`<p class="quiet">Nothing waits and nothing has stopped.</p>` : nothing}
      <ul class="cards">${cards}</ul>
    </section>`;
  }

  #waitingCard(entry: Entry, { next_try_at, can_release, advice }: OpenWork): TemplateResult {
    return html`<li>
      <p class="title"><strong>${entry.title}</strong> ${chip(entry)}</p>
      <p class="quiet">${entry.facts}</p>
      ${next_try_at ? html`<p class="quiet">Next try: ${timeText(next_try_at)}</p>` : nothing}
      ${entry.mood === 'waiting' && !next_try_at ? html`<p class="quiet">A server works on it now.</p>` : nothing}
      ${advice ? html`<p>${advice}</p>` : nothing}
      ${can_release ? this.#releasePart(entry) : nothing}
    </li>`;
  }

  #releasePart({ id, title }: Entry): TemplateResult {
    if (!this.api.may('release'))
      return html`<p>Try again first. If that does not help, ask an administrator to give it up.</p>`;
    return html`<p>Try again first. If that does not help, give it up: the user can then send it again.</p>
      <button
        type="button"
        aria-label="Give up: ${title}"
        aria-disabled=${this.busy !== ''}
        @click=${() => this.#act('Giving up…', () => this.api.release(id))}
      >Give up</button>`;
  }
}

const isOpen = ({ state }: { state: string }): boolean => state === 'due' || state === 'parked';

function resultList({ done, refused }: ActionResult): TemplateResult {
  const list = (items: ActionResult['done']) =>
    html`<ul>${items.map(
      ({ write, message, id }) =>
        html`<li>${write ? html`<strong>${writeName(write)}:</strong> ` : nothing}${message} <code>${id}</code></li>`,
    )}</ul>`;
  return html`<section class="sheet" aria-labelledby="result-title">
    <h3 id="result-title">Result</h3>
    ${done.length > 0 ? html`<p>Done. The server goes on within five seconds.</p>${list(done)}` : nothing}
    ${refused.length > 0 ? html`<p>Not done:</p>${list(refused)}` : nothing}
    ${done.length + refused.length === 0 ? html`<p>Nothing waits for another try.</p>` : nothing}
  </section>`;
}

const chip = ({ state, mood }: Entry): TemplateResult => html`<span class="chip ${mood}">${state}</span>`;

function timeline(entries: readonly Entry[]): TemplateResult {
  if (entries.length === 0) return html`<p class="quiet">Nothing has happened yet.</p>`;
  return html`<ol class="timeline">${entries.map(
    (entry) => html`<li>
      <time datetime=${entry.at}>${timeText(entry.at)}</time>
      <div>
        <p class="title"><strong>${entry.title}</strong> ${chip(entry)}</p>
        ${entry.facts ? html`<p class="quiet">${entry.facts}</p>` : nothing}
        <code>${entry.id}</code>
      </div>
    </li>`,
  )}</ol>`;
}

customElements.define('booking-view', BookingView);

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
    return html`<section class="sheet" aria-labelledby="notes-title">
      <h3 id="notes-title">Notes</h3>
      ${
        this.notes.length === 0
          ? html`<p class="quiet">No notes yet.</p>`
          : html`<ul class="cards">${this.notes.map(
              ({ text, author, created_at, length }) => html`<li>
                <p class="note">${text ?? `${length} characters`}</p>
                <p class="quiet">${author}, <time datetime=${created_at}>${timeText(created_at)}</time></p>
              </li>`,
            )}</ul>`
      }
      <form @submit=${onSubmit((fields, form) => this.#add(fields.text ?? '', form))}>
        <label for="note">New note</label>
        <p class="quiet" id="note-hint">Up to 2,000 characters. Write no more about health than you need.</p>
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
