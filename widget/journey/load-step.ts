/** Loads what a view needs, with a timeout. */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import type { JourneyView } from '../../server/contract/journey-api/views.ts';
import { Failure } from '../session/failure.ts';
import { afterSearchName, type ModuleName, stepModules } from './step-modules.ts';

type AfterSearch = typeof import('./after-search.ts');

/** A file that neither loads nor fails in this time has failed. */
const loadTimeoutMs = 20_000;

/** What the loader leaves on the page. A bundled page has no loader. */
const page = globalThis as {
  dxLoad?: (tag: string, isMissing: true) => Promise<{ stepModules: typeof stepModules }>;
};

/**
 * Even a loaded module resolves asynchronously, which would paint one frame without the step, so the import is
 * skipped.
 */
const loaded = new Map<() => Promise<unknown>, unknown>();

/** What the booking shows from the first search on; undefined until it is loaded. */
export const afterSearch = (): AfterSearch | undefined =>
  loaded.get(stepModules[afterSearchName]) as AfterSearch | undefined;

/** Whether a journey is past an empty first step. */
export const hasBegun = ({ shows, steps }: JourneyView): boolean =>
  shows.step !== 'place' || shows.search !== null || steps.some(({ state }) => state === 'done');

/**
 * Loads a step.
 * @param withAfterSearch whether the page shows more than an empty first step
 * @returns null if it is loaded; a promise that rejects with Failure `load_failed` otherwise, also after 20 seconds
 */
export function loadStep(step: StepName, withAfterSearch: boolean): Promise<void> | null {
  const names: ModuleName[] = withAfterSearch ? [afterSearchName] : [];
  if (step !== 'place') names.push(step);
  const missing = names.filter((name) => !loaded.has(stepModules[name]));
  return missing.length === 0 ? null : loadAll(missing);
}

async function loadAll(missing: readonly ModuleName[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, loadTimeoutMs);
  });
  try {
    await Promise.race([Promise.all(missing.map(load)), deadline]);
  } catch {
    throw new Failure('load_failed');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads what the booking shows from the first search on.
 * @throws Failure `load_failed`, also after 20 seconds
 */
export async function loadAfterSearch(): Promise<AfterSearch> {
  await loadStep('place', true);
  return loaded.get(stepModules[afterSearchName]) as AfterSearch;
}

/** What `loadAhead` has asked for last. */
let ahead: ModuleName | undefined;

/**
 * Loads what follows a step while the customer fills it in, so that no file shares the line with the answer. If it
 * fails, the next view loads it again.
 */
export function loadAhead(step: StepName | undefined): void {
  const name = step === 'times' ? 'identity' : afterSearchName;
  if (name === ahead || loaded.has(stepModules[name])) return;
  ahead = name;
  load(name).catch(() => {});
}

/** The modules of a later release, after a file of this one was missing. */
let later: Promise<{ stepModules: typeof stepModules }> | undefined;

/**
 * The files of this release may be gone from the server while a page is open. The step then comes from the current
 * release, and this one keeps the journey and what was typed.
 */
async function load(name: ModuleName): Promise<void> {
  const { dxLoad: reload } = page;
  let module: unknown;
  if (later === undefined)
    module = await stepModules[name]().catch((error: unknown) => {
      if (reload === undefined) throw error;
    });
  if (module === undefined && reload) {
    later ??= reload('dx-booking', true);
    later.catch(() => {
      later = undefined;
    });
    module = await (await later).stepModules[name]();
  }
  loaded.set(stepModules[name], module);
}
