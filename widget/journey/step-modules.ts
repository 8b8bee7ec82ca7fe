/**
 * One module per step, loaded when the journey first reaches the step, and one for all steps after the first search.
 * Most journeys open with the search: the shell has it.
 */
import type { StepName } from '../../server/contract/journey-api/steps.ts';

/** The module of all steps after the first search. */
export const afterSearchName = 'after-search';
/** The name of a module that is loaded later. */
export type ModuleName = Exclude<StepName, 'place'> | typeof afterSearchName;

/** The import of each module. */
export const stepModules: Record<ModuleName, () => Promise<unknown>> = {
  [afterSearchName]: () => import('./after-search.ts'),
  product: () => import('./steps/product.ts'),
  times: () => import('./steps/times.ts'),
  identity: () => import('./steps/identity.ts'),
  document: () => import('./steps/document.ts'),
  consent: () => import('./steps/consent.ts'),
  prescreen: () => import('./steps/prescreen.ts'),
  review: () => import('./steps/review.ts'),
  order: () => import('./steps/order.ts'),
  questionnaire: () => import('./steps/questionnaire.ts'),
  schedule: () => import('./steps/schedule.ts'),
  sent: () => import('./steps/sent.ts'),
  blocked: () => import('./steps/blocked.ts'),
};
