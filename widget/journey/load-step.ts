/** Loads the module of a step, with a timeout. */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { Failure } from '../session/failure.ts';
import { stepModules } from './step-modules.ts';

/** A file that neither loads nor fails in this time has failed. */
const loadTimeoutMs = 20_000;

/** What the loader leaves on the page. A bundled page has no loader. */
const page = globalThis as {
  [release: symbol]:
    | ((tag: string, isMissing: true) => Promise<{ stepModules: typeof stepModules }>)
    | undefined;
};

/**
 * Even a loaded module resolves asynchronously, which would paint one frame without the step, so the import is
 * skipped.
 */
const here = new Set<StepName>(['place']);

/** Loads a step. @returns its name @throws Failure `load_failed`, also after 20 seconds */
export async function loadStep(step: StepName): Promise<StepName> {
  if (here.has(step)) return step;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, loadTimeoutMs);
  });
  try {
    await Promise.race([fetchStep(step), deadline]);
    here.add(step);
    return step;
  } catch {
    throw new Failure('load_failed');
  } finally {
    clearTimeout(timer);
  }
}

/** The modules of a later release, after a file of this one was missing. */
let later: typeof stepModules | undefined;

/**
 * The files of this release may be gone from the server while a page is open. The step then comes from the current
 * release, and this one keeps the journey and what was typed.
 */
async function fetchStep(step: StepName): Promise<unknown> {
  try {
    return await (later ?? stepModules)[step]();
  } catch (error) {
    const booking = await page[Symbol.for('dx-release')]?.('dx-booking', true);
    if (booking === undefined) throw error;
    later = booking.stepModules;
    return later[step]();
  }
}
