/** Asks again after a while, one question at a time; each answer that does not come makes the while longer. */
const shortestMs = 300;
const longestMs = 20_000;
const patienceTries = 3;

export class Polling {
  readonly #ask: () => Promise<void>;
  readonly #signal: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;

  constructor(ask: () => Promise<void>, signal: AbortSignal) {
    this.#ask = ask;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.stop());
  }

  next(afterMs: number): void {
    clearTimeout(this.#timer);
    if (this.#signal.aborted) return;
    const delayMs = Math.min(longestMs, Math.max(shortestMs, afterMs) * 2 ** this.#failures);
    this.#timer = setTimeout(() => void this.#run(afterMs), delayMs);
  }

  /** Whether another try is due before the customer is told. */
  patient(): boolean {
    return this.#failures < patienceTries;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#failures = 0;
  }

  async #run(afterMs: number): Promise<void> {
    try {
      await this.#ask();
      this.#failures = 0;
    } catch {
      this.#failures += 1;
      this.next(afterMs);
    }
  }
}
