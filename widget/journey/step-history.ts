/** The browser's Back and Forward within a booking. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { stepOrder } from './progress.ts';

/** What an entry of the page's history says of one booking. */
interface Entry {
  step: StepName;
  /** The position among the entries of the booking. */
  at: number;
}

/** The part of `history.state` that belongs to us: an entry for each booking of the page, by the id of its journey. */
type Entries = Record<string, Entry>;

/** What the history needs of its element. */
interface StepHistoryDeps {
  isOff: () => boolean;
  revisit: (step: StepName) => void;
}

/**
 * The entry of each booking whose step was on show last. It outlives the element: the router of a page may draw the page
 * again at each `popstate`, with a new element.
 */
const shown: Entries = {};

/**
 * Follows the steps of one element with the browser's Back and Forward: each step is an entry of the page's history, at
 * the same address. An entry holds the page's own state too, so that a router of the page keeps working. Only the person
 * moves in the history, because the page may have added entries of its own.
 */
export class StepHistory implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #deps: StepHistoryDeps;
  /** What the element did about the person's last move, so that it does it once. */
  #done: 'asked' | 'passed' | null = null;

  constructor(host: ReactiveControllerHost & Element, deps: StepHistoryDeps) {
    this.#host = host;
    this.#deps = deps;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.#popped);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.#popped);
  }

  /** After the page's own listeners, which may take the element away. */
  readonly #popped = (): void => {
    this.#done = null;
    setTimeout(() => this.#host.requestUpdate());
  };

  /** Keeps the entry and the step on show the same. Call it after each drawing. @param busy an action changes the view */
  follow(view: JourneyView, busy: boolean): void {
    if (this.#deps.isOff() || !this.#host.isConnected) return;
    const { journey_id: journey, shows } = view;
    const here = entriesOf(history.state)[journey];
    const last = shown[journey] ?? here ?? { step: shows.step, at: 0 };
    if (shown[journey] === undefined) write('replaceState', journey, last);
    if (here === undefined || here.at === last.at) this.#note(view, last, here !== undefined);
    else if (!busy) this.#goTo(here, last, view);
  }

  /** Shows the step of the entry to which the person went. Passes over one that is closed, and over one of the step on show. */
  #goTo(here: Entry, from: Entry, view: JourneyView): void {
    const { step } = here;
    const { shows, steps } = view;
    const isOpen = steps.some(({ name, can_revisit }) => name === step && can_revisit);
    const isSame = step === from.step;
    if (this.#done === 'passed') return;
    if (isSame ? here.at > from.at : step === shows.step || this.#done === 'asked') {
      // The step is on show, or it did not open.
      shown[view.journey_id] = here;
      this.#note(view, here, true);
    } else if (isOpen && !isSame) {
      this.#done = 'asked';
      this.#deps.revisit(step);
    } else {
      // Back goes on to an earlier entry, Forward returns to the one on show.
      this.#done = 'passed';
      history.back();
    }
  }

  /** Adds an entry for a later step, and for the times after a decline. Another earlier step replaces the entry. */
  #note({ journey_id: journey, shows: { step } }: JourneyView, from: Entry, isMarked: boolean): void {
    if (step === from.step) return;
    if (!isMarked) write('replaceState', journey, from);
    const isEarlier = stepOrder.indexOf(step) < stepOrder.indexOf(from.step);
    if (isEarlier && from.step !== 'sent') write('replaceState', journey, { step, at: from.at });
    else write('pushState', journey, { step, at: from.at + 1 });
  }
}

const entriesOf = (state: unknown): Entries => (state as { dxBooking?: Entries } | null)?.dxBooking ?? {};

/** Keeps what the entry says of the other bookings and of the page. */
function write(how: 'pushState' | 'replaceState', journey: string, entry: Entry): void {
  shown[journey] = entry;
  try {
    const dxBooking = { ...entriesOf(history.state), [journey]: entry };
    history[how]({ ...history.state, dxBooking }, '');
  } catch {
    // A page without an origin of its own has no history to add to.
  }
}
