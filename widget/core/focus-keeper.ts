/** Remembers the focus inside an element while its view is hidden, and restores it. */
export class FocusKeeper {
  readonly #host: Element;
  #focused: HTMLElement | null = null;

  constructor(host: Element) {
    this.#host = host;
  }

  get isWithin(): boolean {
    return this.#host.matches(':focus-within');
  }

  remember(): void {
    let at = this.isWithin ? (this.#host.shadowRoot?.activeElement ?? null) : null;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    this.#focused = at instanceof HTMLElement ? at : null;
  }

  /** Does nothing when the person has moved the focus elsewhere. */
  restore(): void {
    const { activeElement } = document;
    const isFree = activeElement === null || activeElement === document.body || activeElement === this.#host;
    if (isFree && this.#focused?.isConnected) this.#focused.focus({ preventScroll: true });
    this.#focused = null;
  }
}
