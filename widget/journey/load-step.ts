/** Loads the module of a step, with a timeout. */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { Failure } from '../session/failure.ts';
import { stepModules } from './step-modules.ts';

/** A file that neither loads nor fails in this time has failed. */
const loadTimeoutMs = 20_000;

/**
 * Even a loaded module resolves asynchronously, which would paint one frame without the step, so the import is
 * skipped.
 */
const here = new Set<StepName>();

/** Loads a step. @returns its name @throws Failure `load_failed`, also after 20 seconds */
export async function loadStep(step: StepName): Promise<StepName> {
  if (here.has(step)) return step;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, loadTimeoutMs);
  });
  try {
    await Promise.race([stepModules[step](), deadline]);
    here.add(step);
    return step;
  } catch {
    throw new Failure('load_failed');
  } finally {
    clearTimeout(timer);
  }
}
