/** The ways to the step before: a button, and the browser's Back. */
import {
  css,
  html,
  nothing,
  type PropertyDeclarations,
  type ReactiveController,
  type ReactiveControllerHost,
} from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { booking, navigation } from '../texts/english.ts';
import { BaseElement } from '../ui/base-element.ts';
import { controls } from '../ui/controls.ts';
import { define } from '../ui/define.ts';
import { icon } from '../ui/icon.ts';
import { Localized } from '../ui/localized.ts';
import { tokens } from '../ui/tokens.ts';

/** The part of `history.state` that belongs to us. */
interface Entry {
  journey: string;
  /** The steps of the entries up to this one. */
  steps: readonly StepName[];
}

/** What the history needs of its element. */
interface StepHistoryDeps {
  isOff: () => boolean;
  view: () => JourneyView | null;
  revisit: (step: StepName) => void;
}

/**
 * Follows the steps of one element with the browser's Back and Forward: each step is an entry of the page's history, at
 * the same address. An entry holds the page's own state too, so that a router of the page keeps working.
 */
class StepHistory implements ReactiveController {
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

const styles = css`
  button {
    margin-inline-start: -12px;
  }
`;

/**
 * The button to the last earlier step that the server allows to revisit, and an entry of the page's history for each
 * step.
 * @fires dx-revisit - `{ step }` to go back to.
 */
class WayBack extends BaseElement {
  static override styles = [tokens, ...controls, styles];
  static override properties: PropertyDeclarations = {
    view: { attribute: false },
    busy: { type: Boolean },
    noHistory: { attribute: false },
  };

  view!: JourneyView;
  busy = false;
  noHistory = false;
  protected readonly localized = new Localized(this);
  readonly #history = new StepHistory(this, {
    isOff: () => this.noHistory,
    view: () => this.view,
    revisit: (step) => this.#revisit(step),
  });

  #revisit(step: string): void {
    this.dispatchEvent(new CustomEvent('dx-revisit', { detail: { step } }));
  }

  protected override updated(): void {
    this.#history.entered(this.view);
  }

  protected override render() {
    const { steps } = this.view;
    const at = steps.findIndex(({ state }) => state === 'current');
    const step = steps.slice(0, Math.max(at, 0)).findLast(({ can_revisit }) => can_revisit)?.name;
    if (step === undefined) return nothing;
    return html`<button
      class="tertiary"
      type="button"
      aria-label=${navigation('backTo', { step: booking(step) })}
      aria-disabled=${this.busy}
      @click=${() => !this.busy && this.#revisit(step)}
    >
      ${icon('back')}${navigation('back')}
    </button>`;
  }
}

define('dx-way-back', WayBack);
