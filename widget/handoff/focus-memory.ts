/** Remembers which element had the focus before the frame, and restores it. */
export class FocusMemory {
  readonly #host: HTMLElement;
  #last: EventTarget | null = document.activeElement;

  constructor(host: HTMLElement, signal: AbortSignal) {
    this.#host = host;
    const remember = (event: Event) => {
      if (event.target !== host) this.#last = event.composedPath()[0] ?? null;
    };
    document.addEventListener('focusin', remember, { signal });
  }

  /** Focus inside the frame appears on the page as focus on the frame's host. */
  get isWithin(): boolean {
    return document.activeElement === this.#host;
  }

  /** Focuses that element again. @returns whether it took the focus */
  restore(): boolean {
    const last = this.#last;
    if (!(last instanceof HTMLElement) || last === document.body) return false;
    last.focus();
    return last.matches(':focus');
  }
}
