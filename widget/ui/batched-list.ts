/** Draws a long list in batches, one per frame, so that no press waits for the whole list. */
import type { LitElement, ReactiveController } from 'lit';

const batchSize = 25;

/** The batches of one list of its host. */
export class BatchedList implements ReactiveController {
  readonly #host: LitElement;
  readonly #batch: string;
  #count = 1;
  #drawn = false;
  #more = false;
  #waiting = false;

  /** @param batch the selector of a batch in the host */
  constructor(host: LitElement, batch: string) {
    this.#host = host;
    this.#batch = batch;
    host.addController(this);
  }

  hostUpdate(): void {
    this.#drawn = false;
    this.#more = false;
  }

  /** A list that was removed starts with one batch when it is drawn again. A former screen keeps it for a moment. */
  hostUpdated(): void {
    if (!this.#drawn && this.#host.renderRoot.querySelector(this.#batch) === null) this.#count = 1;
    if (!this.#more || this.#waiting) return;
    this.#waiting = true;
    // The timer runs after the frame.
    requestAnimationFrame(() => setTimeout(() => this.#grow()));
  }

  /** @returns the batches of the list that may be drawn now */
  of<T>(items: readonly T[]): T[][] {
    const all = Math.ceil(items.length / batchSize);
    this.#drawn = true;
    this.#more ||= all > this.#count;
    const batches: T[][] = [];
    for (let index = 0; index < Math.min(all, this.#count); index++)
      batches.push(items.slice(index * batchSize, (index + 1) * batchSize));
    return batches;
  }

  #grow(): void {
    this.#waiting = false;
    if (!this.#more) return;
    this.#count += 1;
    this.#host.requestUpdate();
  }
}
