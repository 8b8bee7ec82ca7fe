/** Loads and creates the element of the current step, passes the view to it, and moves the focus to it. */
import { initialState, Task } from '@lit/task';
import type { LitElement, ReactiveController } from 'lit';
import type { AnswerableStep, Answers, Draft } from '../../server/contract/journey-api/answers.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView, OfferingPreview, Shows } from '../../server/contract/journey-api/views.ts';
import type { Journey } from './journey.ts';
import { loadStep } from './load-step.ts';
import type { StepElement } from './steps/step-element.ts';

/** Events inside the widget's own shadow tree; they bubble and are not composed. */
export interface StepEvents {
  'dx-answer': CustomEvent<Answers[AnswerableStep]>;
  'dx-draft': CustomEvent<Draft>;
  'dx-upload': CustomEvent<{ file: Blob }>;
  'dx-revisit': CustomEvent<{ step: StepName }>;
  'dx-leave-to': CustomEvent<{ url: string }>;
  'dx-preview': CustomEvent<{ offerings: string[]; received: (found: readonly OfferingPreview[]) => void }>;
}

export interface StepOutletDeps {
  journey: () => Journey | null;
  entered: (view: JourneyView) => void;
  notLoaded: () => void;
  /** Whether the step changes by the customer's own press. */
  isOurs: () => boolean;
}

/** Holds the element of the current step for its host. */
export class StepOutlet implements ReactiveController {
  /** How many steps were entered. The first one never takes the focus. */
  met = 0;
  step: { name: StepName; journeyId: string; element: StepElement<Shows> } | null = null;

  readonly #host: LitElement;
  readonly #deps: StepOutletDeps;
  readonly #loading: Task<readonly [StepName | undefined, string | undefined], StepName>;

  constructor(host: LitElement, deps: StepOutletDeps) {
    this.#host = host;
    this.#deps = deps;
    this.#loading = new Task(host, {
      args: () => {
        const view = deps.journey()?.view;
        return [view?.shows.step, view?.journey_id] as const;
      },
      task: ([step]) => (step === undefined ? initialState : loadStep(step)),
      onComplete: (step) => this.#enter(step),
      onError: () => deps.notLoaded(),
    });
    host.addController(this);
  }

  /** Fetches the step's module again; null when it did not fail. */
  get loadAgain(): (() => void) | null {
    return this.#loading.error === undefined ? null : () => void this.#loading.run();
  }

  /** Whether the page shows the step of this view. */
  shows(view: JourneyView): boolean {
    return this.step?.name === view.shows.step && this.step.journeyId === view.journey_id;
  }

  clear(): void {
    this.step = null;
    this.met = 0;
  }

  /**
   * Most journeys open with a place: its module loads while the server responds. If it fails, it is loaded again
   * later.
   */
  hostConnected(): void {
    loadStep('place').catch(() => {});
  }

  hostUpdate(): void {
    const journey = this.#deps.journey();
    const view = journey?.view;
    if (this.step === null || view == null) return;
    const { element } = this.step;
    const current = this.shows(view);
    element.busy = !current || journey?.busy === true || view.working !== null;
    if (!current) return;
    element.shows = view.shows;
    element.view = view;
    element.notice = view.notice;
    element.problem = journey?.problem ?? null;
  }

  /** The previous step stays until the next one is loaded, so that the layout does not jump. */
  #enter(step: StepName): void {
    const view = this.#deps.journey()?.view;
    if (view?.shows.step !== step) return;
    const element = document.createElement(`dx-${step}-step`) as StepElement<Shows>;
    element.draft = view.draft;
    element.setAttribute('part', 'step');
    this.step = { name: step, journeyId: view.journey_id, element };
    this.met += 1;
    if (this.met > 1 && this.#deps.isOurs()) void this.#focus(element);
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
