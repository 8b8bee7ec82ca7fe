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
    write('replaceState', this.#host.appointmentId);
    write('pushState', appointmentId);
    this.#show(appointmentId);
  }

  /** After the page's own listeners, which may take the element away. */
  readonly #popped = (): void => {
    setTimeout(() => {
      const entry = this.#entry;
      const { isConnected, appointmentId } = this.#host;
      if (isConnected && entry !== undefined && entry !== appointmentId) this.#show(entry);
    });
  };

  /** The appointment of the entry on show, '' for the list, or undefined if the entry is not ours. */
  get #entry(): string | undefined {
    const state = history.state as { dxOrder?: string } | null;
    return this.#host.worklist ? state?.dxOrder : undefined;
  }
}

function write(how: 'pushState' | 'replaceState', dxOrder: string): void {
  try {
    history[how]({ ...history.state, dxOrder }, '');
  } catch {
    // A page without an origin of its own has no history to add to.
  }
}
