/** A long list comes onto the page portion by portion, one a frame, so that no press waits for the whole of it. */
import type { LitElement, ReactiveController } from 'lit';

const portionSize = 25;

export class BatchedList implements ReactiveController {
  readonly #host: LitElement;
  #count = 1;
  #drawn = false;
  #more = false;
  #waiting = false;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#drawn = false;
    this.#more = false;
  }

  /** A list that is gone begins anew when it comes back. */
  hostUpdated(): void {
    if (!this.#drawn) this.#count = 1;
    if (!this.#more || this.#waiting) return;
    this.#waiting = true;
    // After the frame, not in it.
    requestAnimationFrame(() => setTimeout(() => this.#grow()));
  }

  /** As many portions of the list as may stand on the page by now. */
  of<T>(items: readonly T[]): T[][] {
    const all = Math.ceil(items.length / portionSize);
    this.#drawn = true;
    this.#more ||= all > this.#count;
    return Array.from({ length: Math.min(all, this.#count) }, (_, index) =>
      items.slice(index * portionSize, (index + 1) * portionSize),
    );
  }

  #grow(): void {
    this.#waiting = false;
    if (!this.#more) return;
    this.#count += 1;
    this.#host.requestUpdate();
  }
}
