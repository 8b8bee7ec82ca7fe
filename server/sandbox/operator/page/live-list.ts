/** `<live-list>`: search, pages, and entries that keep their focus and their open parts as the data changes. */
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { announce } from '../../../core/pages/page/message-line.ts';
import { PagePart } from '../../../core/pages/page/page-part.ts';
import type { Operations } from './control.ts';
import './operation-form.ts';
import type { Action } from './operation-form.ts';

/** One entry of a list. */
export interface Entry {
  name: string;
  /** A state, with the class of its color. */
  chips: readonly (readonly [text: string, mood?: string])[];
  lines: readonly string[];
  /** A secret with a button that copies it. */
  secret?: string;
  /** The route of the form of the entry, as `METHOD path`. */
  operation?: string;
  action?: Action;
  /** Text that opens the form. @default the form is open */
  folded?: string;
}

/** How the items of a list are shown. */
export interface ListView<T> {
  title: string;
  hint: string;
  /** Shown if there are no items. */
  empty: string;
  /** Cards have room for a form; rows are many. */
  look: 'cards' | 'rows';
  /** The route of a new item, as `METHOD path`. */
  creates?: string;
  keyOf(item: T): string;
  entry(item: T): Entry;
}

class LiveList<T> extends PagePart {
  static override properties = {
    noun: { attribute: false },
    items: { attribute: false },
    view: { attribute: false },
    operations: { attribute: false },
  };

  /** Plural, as in "Search appointments". */
  declare noun: string;
  declare items: readonly T[];
  declare view: ListView<T>;
  declare operations: Operations;
  #query = '';
  #page = 0;
  #focusedKey: string | null = null;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#focusedKey = this.querySelector<HTMLElement>('li:focus-within')?.dataset.key ?? null;
  }

  /** If the focused button is gone, its entry takes the focus, so that the keyboard does not start again at the top. */
  protected override async updated(): Promise<void> {
    const key = this.#focusedKey;
    if (key === null) return;
    // The forms of the entries render after the list.
    const forms = this.querySelectorAll<PagePart>('operation-form');
    await Promise.all([...forms].map(({ updateComplete }) => updateComplete));
    if (this.contains(document.activeElement)) return;
    const entry = this.querySelector<HTMLElement>(`li[data-key="${CSS.escape(key)}"]`);
    if (entry === null) return;
    entry.tabIndex = -1;
    entry.focus();
  }

  protected override render(): TemplateResult {
    const { items, view } = this;
    if (items.length === 0) return html`<p class="quiet">${view.empty}</p>`;
    const size = view.look === 'cards' ? 8 : 20;
    const words = this.#query.toLowerCase().split(/\s+/);
    const found = items.filter((item) => {
      const text = textOf(view.entry(item), item);
      return words.every((word) => text.includes(word));
    });
    const page = Math.min(this.#page, Math.max(0, Math.ceil(found.length / size) - 1));
    const shown = found.slice(page * size, (page + 1) * size);
    return html`${items.length > size ? this.#search() : nothing}
      ${found.length === 0 ? html`<p class="quiet">No ${this.noun} match the search.</p>` : nothing}
      <ul class=${view.look}>${repeat(shown, view.keyOf, (item) => this.#entry(item))}</ul>
      ${found.length > size ? this.#pages(page, size, found.length) : nothing}`;
  }

  #entry(item: T): TemplateResult {
    const { name, chips, lines, secret, operation, action, folded } = this.view.entry(item);
    const known = operation && this.operations.get(operation);
    const form = known
      ? html`<operation-form .operation=${known} .action=${action}></operation-form>`
      : nothing;
    return html`<li data-key=${this.view.keyOf(item)} aria-label=${name}>
      <div class="title">
        ${this.view.look === 'cards' ? html`<h3>${name}</h3>` : html`<code>${name}</code>`}
        ${chips.map(([text, mood]) => html`<span class="chip ${mood}">${text}</span>`)}
        ${secret ? html`<button type="button" aria-label="Copy ${name}" @click=${() => void copy(secret)}>Copy</button>` : nothing}
      </div>
      ${lines.map((text) => (text ? html`<p class="quiet">${text}</p>` : nothing))}
      ${folded ? html`<details><summary>${folded}</summary>${form}</details>` : form}
      ${this.view.look === 'cards' ? facts(item) : nothing}
    </li>`;
  }

  #search(): TemplateResult {
    return html`<input
      type="search"
      aria-label="Search ${this.noun}"
      placeholder="Search ${this.noun}"
      autocomplete="off"
      @input=${(event: InputEvent & { currentTarget: HTMLInputElement }) => {
        this.#query = event.currentTarget.value.trim();
        this.#goTo(0);
      }}
    >`;
  }

  #pages(page: number, size: number, count: number): TemplateResult {
    const last = Math.ceil(count / size) - 1;
    const button = (text: string, to: number) => html`<button
      type="button"
      aria-label="${text} page of ${this.noun}"
      aria-disabled=${to < 0 || to > last ? 'true' : nothing}
      @click=${() => this.#goTo(Math.min(Math.max(to, 0), last))}
    >${text}</button>`;
    return html`<div class="pages">
      ${button('Previous', page - 1)}
      <span class="quiet number">${page * size + 1}–${Math.min((page + 1) * size, count)} of ${count}</span>
      ${button('Next', page + 1)}
    </div>`;
  }

  #goTo(page: number): void {
    this.#page = page;
    this.requestUpdate();
  }
}

/** The ids and other members of an item that have one value. */
function facts(item: unknown): TemplateResult {
  const members = Object.entries(Object(item)).filter(
    ([, value]) => typeof value !== 'object' && value !== '',
  );
  return html`<details><summary>Facts</summary><dl class="facts">${members.map(
    ([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`,
  )}</dl></details>`;
}

/** The text in which the search looks. */
const textOf = ({ name, chips, lines }: Entry, item: unknown) =>
  [name, ...chips.map(([text]) => text), ...lines, ...Object.values(Object(item))].join(' ').toLowerCase();

/** Shows the secret if the browser does not let the page use the clipboard. */
async function copy(secret: string): Promise<void> {
  await navigator.clipboard.writeText(secret).then(
    () => announce('Copied.'),
    () => announce(secret),
  );
}

customElements.define('live-list', LiveList);
