/** Loads and creates the element of the current step, passes the view to it, and moves the focus to it. */
import type { LitElement, ReactiveController } from 'lit';
import type { AnswerableStep, Answers, Draft } from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView, Shows } from '../../server/contract/journey-api/views.ts';
import type { ViewFailure } from '../core/remote-view.ts';
import { Failure } from '../session/failure.ts';
import type { Journey } from './journey.ts';
import type { AskedPreviews } from './previews.ts';
import type { FileOfAppointment } from './save-file.ts';
import { hasBegun, moduleOf } from './step-modules.ts';
// Most journeys open with the search, so it is not loaded later.
import './steps/place.ts';
import type { StepElement } from './steps/step-element.ts';

/** Events inside the widget's own shadow tree; they bubble and are not composed. */
export interface StepEvents {
  'dx-answer': CustomEvent<Answers[AnswerableStep]>;
  'dx-draft': CustomEvent<Draft>;
  'dx-upload': CustomEvent<{ file: Blob }>;
  'dx-revisit': CustomEvent<{ step: StepName }>;
  'dx-save': CustomEvent<FileOfAppointment>;
  'dx-preview': CustomEvent<AskedPreviews>;
}

/** The dependencies of the outlet. */
export interface StepOutletDeps {
  journey: () => Journey | null;
  /** Called when the element of a step is there, before it is drawn. */
  entered: (view: JourneyView) => void;
  /** Called each time a file of a step does not load. */
  notLoaded: () => void;
  /** Whether the step changes by the customer's own press. */
  isOurs: () => boolean;
}

/** Whether the code that draws a view is there. */
const isLoaded = (view: JourneyView): boolean => moduleOf(view)?.isLoaded ?? true;

/**
 * Passes the slots of `host` that the partner has filled on to a step. An empty one is left out, so that the step's own
 * words show.
 */
function passSlots(host: Element, step: StepElement<Shows>): void {
  for (const name of (step.constructor as typeof StepElement).slots) {
    const isFilled = [...host.children].some(({ slot }) => slot === name);
    const passed = [...step.children].find(({ slot }) => slot === name);
    if (!isFilled) passed?.remove();
    else if (passed === undefined)
      step.append(Object.assign(document.createElement('slot'), { name, slot: name }));
  }
}

/** Holds the element of the current step for its host. */
export class StepOutlet implements ReactiveController {
  /** How many steps were entered. The first one takes the focus only after "Try again". */
  met = 0;
  step: { name: StepName; enteredAs: string; element: StepElement<Shows> } | null = null;

  readonly #host: LitElement;
  readonly #deps: StepOutletDeps;
  /** Names the view of the last loading. */
  #wanted = '';
  #loadings = 0;
  /** How often the last file did not load, one time after the other. */
  #failures = 0;

  constructor(host: LitElement, deps: StepOutletDeps) {
    this.#host = host;
    this.#deps = deps;
    host.addController(this);
  }

  /**
   * The failure of what did not load; null when nothing failed. Firefox does not load a file again that failed, until
   * the page reloads.
   */
  get failure(): ViewFailure | null {
    if (this.#failures === 0) return null;
    const isStuck = this.#failures > 1 && navigator.onLine;
    return { error: new Failure('load_failed'), again: isStuck ? null : () => void this.#load() };
  }

  /** Whether the page shows the step of this view. */
  shows(view: JourneyView): boolean {
    return this.#isOf(view) && isLoaded(view);
  }

  #isOf({ shows }: JourneyView): boolean {
    return this.step?.name === shows.step && this.step.enteredAs === this.#deps.journey()?.enteredAs;
  }

  clear(): void {
    this.step = null;
    this.met = 0;
  }

  hostUpdate(): void {
    const journey = this.#deps.journey();
    const view = journey?.view;
    const wanted = view == null ? '' : `${view.shows.step} ${journey?.enteredAs} ${hasBegun(view)}`;
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      void this.#load();
    }
    if (this.step === null || view == null) return;
    const { element } = this.step;
    const current = this.shows(view);
    element.busy = !current || journey?.busy === true || view.working !== null;
    element.setAttribute('aria-busy', `${element.busy}`);
    if (!current) return;
    element.shows = view.shows;
    element.view = view;
    element.notice = view.notice;
    element.problem = journey?.problem ?? null;
    passSlots(this.#host, element);
  }

  /**
   * The previous step stays until the next one is loaded, so that the layout does not jump. A step that is loaded is
   * entered at once: the frame, the old step and the new one are drawn once.
   */
  async #load(): Promise<void> {
    const loading = ++this.#loadings;
    const wanted = this.#deps.journey()?.view;
    let hasFailed = false;
    try {
      if (wanted && !isLoaded(wanted)) await moduleOf(wanted)?.load();
    } catch {
      hasFailed = true;
    }
    if (loading !== this.#loadings) return;
    this.#failures = hasFailed ? this.#failures + 1 : 0;
    if (hasFailed) this.#deps.notLoaded();
    const view = this.#deps.journey()?.view;
    if (!hasFailed && view && view.shows.step === wanted?.shows.step && !this.#isOf(view)) this.#enter(view);
    this.#host.requestUpdate();
  }

  #enter(view: JourneyView): void {
    const { step } = view.shows;
    // Browsers lay out the old step once more if it has the focus when it goes.
    (this.step?.element.shadowRoot?.activeElement as HTMLElement | null | undefined)?.blur();
    const element = document.createElement(`dx-${step}-step`) as StepElement<Shows>;
    element.draft = view.draft;
    element.setAttribute('part', 'step');
    this.step = { name: step, enteredAs: this.#deps.journey()?.enteredAs ?? '', element };
    this.met += 1;
    // A press repeats what failed: the focus is on its button, or where the button was.
    const { activeElement } = this.#host.renderRoot as ShadowRoot;
    const isHeld = activeElement?.matches('.user-view, .banner *') === true;
    if (isHeld || (this.met > 1 && this.#deps.isOurs())) void this.#focus(element);
    this.#deps.entered(view);
  }

  async #focus(element: StepElement<Shows>): Promise<void> {
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    await element.focusHeading();
    const main = element.parentElement;
    const topPx = main?.getBoundingClientRect().top ?? 0;
    if (topPx < 0 || topPx > innerHeight / 2) main?.scrollIntoView({ block: 'start' });
  }
}
