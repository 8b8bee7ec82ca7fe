import type { ReactiveControllerHost } from 'lit';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { afterSearch } from './load-step.ts';
import type { StepHistory, StepHistoryDeps } from './step-history.ts';

/** The history of the steps. Its code loads with the first search, so the first step gets its entry with the second. */
export class LateHistory {
  readonly #host: ReactiveControllerHost;
  readonly #deps: StepHistoryDeps;
  #history: StepHistory | null = null;
  /** The step that was entered before the code was there. */
  #first: JourneyView | null = null;

  constructor(host: ReactiveControllerHost, deps: StepHistoryDeps) {
    this.#host = host;
    this.#deps = deps;
  }

  /** Adds an entry for a step. */
  entered(view: JourneyView): void {
    const module = afterSearch();
    if (module === undefined) {
      this.#first = view;
      return;
    }
    this.#history ??= new module.StepHistory(this.#host, this.#deps);
    if (this.#first !== null) this.#history.entered(this.#first);
    this.#first = null;
    this.#history.entered(view);
  }
}
