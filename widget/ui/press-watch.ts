import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * Whether the person's last press on the page was inside an element. The focus does not tell: in Safari a press on a
 * button focuses the nearest focusable ancestor, which can be the page's own `<main tabindex="-1">`.
 */
export class PressWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  #isWithin: boolean | null = null;
  #listening = new AbortController();

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether what happens in the element now follows from the person's own press, and may take the focus. */
  get isOurs(): boolean {
    const { activeElement } = document;
    return this.#isWithin ?? (activeElement === null || activeElement === document.body);
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const note = (event: Event) => {
      const path = event.composedPath();
      if (path.includes(this.#host)) this.#isWithin = true;
      else if (event.type !== 'focusin' || !isAround(this.#host, path[0])) this.#isWithin = false;
    };
    for (const type of ['pointerdown', 'keydown', 'click', 'focusin'])
      addEventListener(type, note, { capture: true, passive: true, signal });
  }

  hostDisconnected(): void {
    this.#listening.abort();
  }
}

/** Whether a node is an ancestor of the element, through shadow roots. */
function isAround(element: Element, node: EventTarget | undefined): boolean {
  for (let at: Node | null = element; at !== null; at = at instanceof ShadowRoot ? at.host : at.parentNode)
    if (at === node) return true;
  return false;
}
