/** The browser's Back and Forward between the worklist and an order. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What the history needs of its element. */
interface OrderHistoryHost extends ReactiveControllerHost, Element {
  /** '' shows the list. */
  appointmentId: string;
  worklist: boolean;
}

/**
 * Keeps an entry of the page's history for each order that the clinician opens, at the same address. An entry holds the
 * page's own state too. An order that the page sets comes before that of the entry.
 */
export class OrderHistory implements ReactiveController {
  readonly #host: OrderHistoryHost;
  readonly #show: (appointmentId: string) => void;

  /** @param show shows an order, or with '' the list */
  constructor(host: OrderHistoryHost, show: (appointmentId: string) => void) {
    this.#host = host;
    this.#show = show;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#popped);
    if (this.#host.appointmentId === '') this.#host.appointmentId = this.#entry ?? '';
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#popped);
  }

  /** Shows what the clinician opened, in an entry of its own. */
  open(appointmentId: string): void {
    const entry = (dxOrder: string) => [{ ...history.state, dxOrder }, ''] as const;
    try {
      history.replaceState(...entry(this.#host.appointmentId));
      history.pushState(...entry(appointmentId));
    } catch {
      // A page without an origin of its own has no history to add to.
    }
    this.#show(appointmentId);
  }

  /** After the page's own listeners, which may take the element away. */
  readonly #popped = (): void => {
    setTimeout(() => {
      const { isConnected, appointmentId } = this.#host;
      const entry = this.#entry ?? appointmentId;
      if (isConnected && entry !== appointmentId) this.#show(entry);
    });
  };

  /** The appointment of the entry on show, '' for the list, or undefined if the entry is not ours. */
  get #entry(): string | undefined {
    return this.#host.worklist ? history.state?.dxOrder : undefined;
  }
}
