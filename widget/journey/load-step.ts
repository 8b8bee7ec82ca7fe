/** Fetches a step's module in bounded time. */
import type { StepName } from '../../server/contract/journey-api/steps.ts';
import { Failure } from '../session/failure.ts';
import { stepModules } from './step-modules.ts';

/** A chunk that neither comes nor fails is a chunk that failed. */
const loadTimeoutMs = 20_000;

/** The import of a module that is here takes tasks all the same, and a frame would go out without its step. */
const here = new Set<StepName>();

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
