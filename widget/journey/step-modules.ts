/**
 * Loads the steps after an empty first one. Steps that follow each other come in one file: they share most of their
 * code, and the next step opens without another request.
 */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { Failure } from '../session/failure.ts';

interface Modules {
  choice: typeof import('./choice-steps.ts');
  details: typeof import('./details-steps.ts');
}
type Imports = { [Name in keyof Modules]: () => Promise<Modules[Name]> };

/** The import of each module. A page that an earlier release has opened uses those of the current release. */
export const stepModules: Imports = {
  choice: () => import('./choice-steps.ts'),
  details: () => import('./details-steps.ts'),
};

/** A file that neither loads nor fails in this time has failed. */
const loadTimeoutMs = 20_000;

/** The function that the loader leaves on the page. A bundled page has no loader. */
const page = globalThis as {
  dxLoad?: (tag: string, isMissing: true) => Promise<{ stepModules: Imports }>;
};

/** The modules of a later release, after a file of this one was missing. */
let later: Promise<{ stepModules: Imports }> | undefined;

/** Steps that load together. */
class StepModule<Name extends keyof Modules> {
  isLoaded = false;
  readonly #name: Name;
  #loading: Promise<Modules[Name]> | null = null;
  #isAhead = false;

  constructor(name: Name) {
    this.#name = name;
  }

  /**
   * Loads the module once. After a failure, the next call loads it again.
   * @throws Failure `load_failed`, also after 20 seconds
   */
  load(): Promise<Modules[Name]> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /**
   * Loads the module while the customer fills in the step before, so that no file shares the line with the answer. If
   * it fails, the view that needs it loads it again.
   */
  loadAhead(): void {
    if (this.#isAhead) return;
    this.#isAhead = true;
    this.load().catch(() => {});
  }

  async #load(): Promise<Modules[Name]> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const deadline = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, loadTimeoutMs);
    });
    try {
      const module = await Promise.race([this.#import(), deadline]);
      this.isLoaded = true;
      return module;
    } catch {
      this.#loading = null;
      throw new Failure('load_failed');
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The files of this release may be gone from the server while a page is open. The step then comes from the current
   * release, and this one keeps the journey and what was typed.
   */
  async #import(): Promise<Modules[Name]> {
    if (later === undefined) {
      try {
        return await stepModules[this.#name]();
      } catch (error) {
        if (page.dxLoad === undefined) throw error;
        later ??= page.dxLoad('dx-booking', true);
        later.catch(() => {
          later = undefined;
        });
      }
    }
    return (await later).stepModules[this.#name]();
  }
}

/** Chooses the clinic, the test and the times. */
export const choiceSteps = new StepModule('choice');
/** From the customer's details to the end. It has `choiceSteps` in it. */
export const detailsSteps = new StepModule('details');

const choiceNames: readonly StepName[] = ['place', 'product', 'times'];

/** Whether a journey is past an empty first step. */
export const hasBegun = ({ shows, steps }: JourneyView): boolean =>
  shows.step !== 'place' || shows.search !== null || steps.some(({ state }) => state === 'done');

/** @returns the module that draws a view; null for an empty first step, which needs none */
export function moduleOf(view: JourneyView): StepModule<keyof Modules> | null {
  if (!hasBegun(view)) return null;
  return choiceNames.includes(view.shows.step) ? choiceSteps : detailsSteps;
}
