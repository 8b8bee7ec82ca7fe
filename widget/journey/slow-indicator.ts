/** Shows words for a slow request: after two seconds, and others after 15 seconds. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { booking } from '../texts/english.ts';

const wordsAfterMs = 2_000;
const longAfterMs = 15_000;

/** Measures how long its host waits. */
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

  /** @param step the step on show; null before the first. @returns its words; null while the wait is short */
  words(step: { waitingWords: string | null } | null): string | null {
    if (this.wait === 'long') return booking('slow');
    if (this.wait !== 'worded') return null;
    return step === null ? booking('loading') : (step.waitingWords ?? booking('working'));
  }

  hostUpdate(): void {
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
