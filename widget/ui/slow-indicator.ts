/** Shows words for a slow request: after two seconds, and others after 15 seconds. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { slow } from '../texts/english.ts';

const wordsAfterMs = 2_000;
const longAfterMs = 15_000;

/** Measures how long its host waits. The host calls `follow` before it draws. */
export class SlowIndicator implements ReactiveController {
  wait: 'none' | 'short' | 'worded' | 'long' = 'none';
  readonly #host: ReactiveControllerHost;
  readonly #waiting: () => boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost, waiting: () => boolean) {
    this.#host = host;
    this.#waiting = waiting;
    host.addController(this);
  }

  /** @param still the words after two seconds. @returns the words to show; null while the wait is short */
  words(still: string): string | null {
    if (this.wait === 'long') return slow('long');
    return this.wait === 'worded' ? still : null;
  }

  /** Begins or ends the wait, once everything that the host waits for has been looked at. */
  follow(): void {
    const waiting = this.#waiting();
    if (waiting === (this.wait !== 'none')) return;
    clearTimeout(this.#timer);
    this.wait = waiting ? 'short' : 'none';
    if (waiting) this.#later(wordsAfterMs, 'worded');
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.wait = 'none';
  }

  #later(afterMs: number, wait: 'worded' | 'long'): void {
    this.#timer = setTimeout(() => {
      this.wait = wait;
      if (wait === 'worded') this.#later(longAfterMs - wordsAfterMs, 'long');
      this.#host.requestUpdate();
    }, afterMs);
  }
}
