/** The base of the page's lists: search, pages, and rows that keep their focus and their open parts as the data changes. */
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';

/** One entry of a list. */
export interface Row {
  /** Accessible name of the entry. @default none */
  name?: string;
  /** CSS class of the entry. @default none */
  mark?: string;
  content: TemplateResult;
}

/** Renders without a shadow root, so that the page's style sheets apply. */
export abstract class LiveList<T> extends LitElement {
  static override properties = { items: { attribute: false } };

  declare items: readonly T[];
  /** Plural, as in "Search appointments". */
  protected abstract readonly noun: string;
  /** Shown if there are no items. */
  protected abstract readonly emptyText: string;
  protected readonly listClass: string = 'rows';
  protected readonly pageSize: number = 10;
  #query = '';
  #page = 0;
  #focusedKey: string | null = null;

  constructor() {
    super();
    this.items = [];
  }

  /** Identity of an item across updates. */
  protected abstract keyOf(item: T): string;
  /** The text in which the search looks. */
  protected abstract textOf(item: T): string;
  protected abstract row(item: T): Row;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    this.#focusedKey = this.querySelector<HTMLElement>('li:focus-within')?.dataset.key ?? null;
  }

  /** If the focused button is gone, its entry takes the focus, so that the keyboard does not start again at the top. */
  protected override updated(): void {
    if (this.#focusedKey === null || this.contains(document.activeElement)) return;
    const entry = this.querySelector<HTMLElement>(`li[data-key="${CSS.escape(this.#focusedKey)}"]`);
    if (entry === null) return;
    entry.tabIndex = -1;
    entry.focus();
  }

  protected override render(): TemplateResult {
    const { items, pageSize } = this;
    if (items.length === 0) return html`<p class="empty">${this.emptyText}</p>`;
    const words = this.#query.toLowerCase().split(/\s+/);
    const found = items.filter((item) =>
      words.every((word) => this.textOf(item).toLowerCase().includes(word)),
    );
    const page = Math.min(this.#page, Math.max(0, Math.ceil(found.length / pageSize) - 1));
    const shown = found.slice(page * pageSize, (page + 1) * pageSize);
    return html`${items.length > pageSize ? this.#search() : nothing}
      ${found.length === 0 ? html`<p class="empty">No ${this.noun} match the search.</p>` : nothing}
      <ul class=${this.listClass}>${repeat(
        shown,
        (item) => this.keyOf(item),
        (item) => this.#entry(item),
      )}</ul>
      ${found.length > pageSize ? this.#pages(page, found.length) : nothing}`;
  }

  #entry(item: T): TemplateResult {
    const { name, mark, content } = this.row(item);
    return html`<li data-key=${this.keyOf(item)} aria-label=${name ?? nothing} class=${mark ?? nothing}>${content}</li>`;
  }

  #search(): TemplateResult {
    return html`<input
      class="search"
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

  #pages(page: number, count: number): TemplateResult {
    const last = Math.ceil(count / this.pageSize) - 1;
    const button = (text: string, to: number) => html`<button
      type="button"
      aria-label="${text} page of ${this.noun}"
      aria-disabled=${to < 0 || to > last ? 'true' : nothing}
      @click=${() => this.#goTo(Math.min(Math.max(to, 0), last))}
    >${text}</button>`;
    const from = page * this.pageSize;
    return html`<div class="pages">
      ${button('Previous', page - 1)}
      <span>${from + 1}–${Math.min(from + this.pageSize, count)} of ${count}</span>
      ${button('Next', page + 1)}
    </div>`;
  }

  #goTo(page: number): void {
    this.#page = page;
    this.requestUpdate();
  }
}
