/** Prices and next open times of the clinics in view, asked for a few at a time. The list is complete without them. */
import type { LitElement, ReactiveController } from 'lit';
import type { OfferingPreview } from '../../../server/contract/journey-api/views.ts';

/** The server takes this many in one request. */
const mostInRequest = 10;
/** Cards that scroll past within this time are asked for together. */
const collectMs = 150;

/**
 * The previews of the cards of its host: elements with `data-offering`.
 * @fires dx-preview - On the host: `{ offerings, received }`. The listener passes the previews to `received`.
 */
export class PlacePreviews implements ReactiveController {
  /** By offering. */
  readonly known = new Map<string, OfferingPreview>();

  readonly #host: LitElement;
  readonly #asked = new Set<string>();
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #observer: IntersectionObserver | null = null;
  #observed = new WeakSet<Element>();

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether nothing more is known to come for these offerings. */
  areLoaded(offerings: readonly string[]): boolean {
    return offerings.every(
      (id) => this.known.has(id) || (this.#asked.has(id) && !this.#isAsking && !this.#waiting.includes(id)),
    );
  }

  /** Asks for offerings that are not asked for yet. */
  want(offerings: readonly string[]): void {
    for (const id of offerings) {
      if (this.#asked.has(id)) continue;
      this.#asked.add(id);
      this.#waiting.push(id);
    }
    if (this.#waiting.length > 0) this.#timer ??= setTimeout(() => void this.#send(), collectMs);
  }

  hostUpdated(): void {
    this.#observer ??= new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: '100px' });
    for (const card of this.#host.renderRoot.querySelectorAll('[data-offering]')) {
      if (this.#observed.has(card)) continue;
      this.#observed.add(card);
      this.#observer.observe(card);
    }
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#observer?.disconnect();
    this.#observer = null;
    this.#observed = new WeakSet();
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    const inView = entries.filter(({ isIntersecting }) => isIntersecting);
    this.want(inView.map(({ target }) => (target as HTMLElement).dataset.offering ?? ''));
  }

  #ask(offerings: string[]): Promise<readonly OfferingPreview[]> {
    return new Promise((received) => {
      const detail = { offerings, received };
      this.#host.dispatchEvent(new CustomEvent('dx-preview', { detail, bubbles: true }));
    });
  }

  async #send(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#waiting.length > 0 && this.#host.isConnected) {
      const found = await this.#ask(this.#waiting.splice(0, mostInRequest));
      for (const preview of found) this.known.set(preview.offering_id, preview);
      this.#host.requestUpdate();
    }
    this.#isAsking = false;
    this.#timer = undefined;
    this.#host.requestUpdate();
  }
}
