/** Runs the actions of a model one after the other, and rejects where the model only shows what went wrong. */
import type { RemoteView } from '../core/remote-view.ts';
import { Refusal } from '../session/failure.ts';
import { errorOf } from './booking-error.ts';

/** The actions of one client. */
export class Actions {
  readonly #signal: AbortSignal;
  #last: Promise<unknown> = Promise.resolve();

  /** @param signal aborts with the error of all later actions */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @throws BookingError if the client is closed, or has lost its user */
  check(): void {
    if (this.#signal.aborted) throw errorOf(this.#signal.reason);
  }

  /**
   * Waits for the actions before this one, and runs it.
   * @returns the result of the action
   * @throws BookingError, and what the action itself throws
   */
  run<R>(model: RemoteView<unknown>, action: () => Promise<R>): Promise<R> {
    const done = this.#last.then(async () => {
      this.check();
      const result = await action();
      this.check();
      if (model.problem) throw errorOf(new Refusal(model.problem));
      if (model.failure) throw errorOf(model.failure.error);
      return result;
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
