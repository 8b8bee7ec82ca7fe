/**
 * The browser's Back and Forward within the booking: each step is an entry of the page's history, at the same address.
 * An entry holds the page's own state too, so that a router of the page keeps working.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';

/** The part of `history.state` that belongs to us. */
interface Entry {
  journey: string;
  /** The steps of the entries up to this one. */
  steps: readonly StepName[];
}

/** What the history needs of its element. */
export interface StepHistoryDeps {
  isOff: () => boolean;
  view: () => JourneyView | null;
  revisit: (step: StepName) => void;
}

/** Follows the steps of one element. */
export class StepHistory implements ReactiveController {
  readonly #deps: StepHistoryDeps;

  constructor(host: ReactiveControllerHost, deps: StepHistoryDeps) {
    this.#deps = deps;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#popped);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#popped);
  }

  /**
   * Adds an entry for a step. A step that was visited before replaces the entry: only the person moves in the history,
   * because the page may have added entries of its own.
   */
  entered({ journey_id: journey, shows: { step } }: JourneyView): void {
    if (this.#deps.isOff()) return;
    const here = entryOf(history.state);
    if (here?.journey !== journey) {
      write('replaceState', { journey, steps: [step] });
      return;
    }
    const earlier = here.steps.lastIndexOf(step);
    if (earlier === here.steps.length - 1) return;
    if (earlier >= 0) write('replaceState', { journey, steps: here.steps.slice(0, earlier + 1) });
    else write('pushState', { journey, steps: [...here.steps, step] });
  }

  /** Shows the step of the entry. Passes over a step that is closed, and an entry of the step on show. */
  readonly #popped = (): void => {
    const view = this.#deps.view();
    const entry = entryOf(history.state);
    const step = entry?.steps.at(-1);
    if (this.#deps.isOff() || view === null || entry?.journey !== view.journey_id) return;
    if (step === undefined) return;
    const mayOpen = view.steps.some(({ name, can_revisit }) => name === step && can_revisit);
    if (mayOpen && step !== view.shows.step) this.#deps.revisit(step);
    else history.back();
  };
}

function entryOf(state: unknown): Entry | null {
  return (state as { dxBooking?: Entry } | null)?.dxBooking ?? null;
}

function write(how: 'pushState' | 'replaceState', dxBooking: Entry): void {
  try {
    history[how]({ ...history.state, dxBooking }, '');
  } catch {
    // A page without an origin of its own has no history to add to.
  }
}
