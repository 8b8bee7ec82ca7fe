/**
 * The first step in the HTML of the page, as the server makes it (GET /first-step), or a placeholder of the partner. It stays
 * in the shadow root until the element draws its own, in the same task, so that nothing flashes or moves.
 */
import type { LitElement } from 'lit';

/** Where the loader keeps what was pressed last in the markup. */
const pressedEarly = Symbol.for('dx-pressed-early');

type Host = LitElement & { [pressedEarly]?: Node | undefined };

/** The controls of nodes, also those in their shadow roots. */
const controlsOf = (nodes: Iterable<Node>): HTMLElement[] =>
  [...nodes].flatMap((node) => [
    ...(node instanceof HTMLElement && node.matches('a, button, input') ? [node] : []),
    ...controlsOf((node as Element).shadowRoot?.childNodes ?? []),
    ...controlsOf(node.childNodes),
  ]);

/** The same for a control and for its twin in the other drawing. */
const nameOf = ({ localName, id, textContent }: Element): string =>
  [localName, id, textContent?.replace(/\s+/g, ' ').trim()].join();

/** The markup of one element. */
export class PageMarkup {
  readonly #host: Host;
  readonly #nodes: ChildNode[];
  /** In pixels. Read before the element adopts its styles: the browser would compute those of the markup again. */
  readonly #height: number;

  /** @returns null if the page has none. The outline of the loader is removed. */
  static of(host: Host): PageMarkup | null {
    const nodes = [...(host.shadowRoot?.childNodes ?? [])];
    if (nodes[0]?.nodeName === 'SLOT') nodes.shift()?.remove();
    return nodes.length > 0 ? new PageMarkup(host, nodes) : null;
  }

  private constructor(host: Host, nodes: ChildNode[]) {
    this.#host = host;
    this.#nodes = nodes;
    this.#height = host.offsetHeight;
  }

  /**
   * Takes it away when the element has drawn; call it before that. What was typed, the focus and the last press go over to the drawing of the
   * element.
   * @param step in the drawing of the host; it draws in a microtask of its own
   */
  async handOver(step: LitElement | undefined): Promise<void> {
    const { style } = this.#host;
    const { minBlockSize } = style;
    // WebKit lays a container out before its content, and a page that is so short for a moment scrolls to its top.
    style.minBlockSize = `${this.#height}px`;
    await this.#host.updateComplete;
    await step?.updateComplete;
    const old = controlsOf(this.#nodes);
    const drawn = controlsOf(this.#host.renderRoot.childNodes).filter((one) => !old.includes(one));
    const pressed = this.#host[pressedEarly] ?? null;
    delete this.#host[pressedEarly];
    const carried = old.map((control) => {
      const isFocused = (control.getRootNode() as ShadowRoot).activeElement === control;
      return {
        control,
        twin: drawn.find((one) => nameOf(one) === nameOf(control)),
        isFocused,
        // Before the loader runs, a press has no listener. By mouse or touch, it focuses the button without a focus ring.
        isPressed: pressed ? control.contains(pressed) : isFocused && !control.matches(':focus-visible'),
        selection:
          control instanceof HTMLInputElement && ([control.selectionStart, control.selectionEnd] as const),
      };
    });
    // First, so that the focus moves to where it was.
    for (const node of this.#nodes) node.remove();
    for (const { control, twin, isFocused, isPressed, selection } of carried) {
      if (control instanceof HTMLInputElement && control.value !== control.defaultValue)
        type(twin, control.value);
      if (isFocused) twin?.focus({ preventScroll: true });
      if (isFocused && selection) (twin as HTMLInputElement | undefined)?.setSelectionRange(...selection);
      // A link has been followed already.
      if (control.localName === 'button' && isPressed) twin?.click();
    }
    this.#host.getBoundingClientRect();
    style.minBlockSize = minBlockSize;
    if (style.length === 0) this.#host.removeAttribute('style');
  }
}

function type(into: HTMLElement | undefined, text: string): void {
  if (!into) return;
  (into as HTMLInputElement).value = text;
  into.dispatchEvent(new InputEvent('input'));
}
