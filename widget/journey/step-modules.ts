/**
 * The modules of the steps, loaded when the journey first reaches one of their steps. Steps that follow each other come
 * together: they share most of their code, and the next step opens without another request.
 */
import type { StepName } from '../../server/contract/journey-api/steps.ts';

/** The module of all that follows the first search. */
export const afterSearchName = 'after-search';
/** What is loaded later. */
export type ModuleName = Exclude<StepName, 'place'> | typeof afterSearchName;

const afterSearch = () => import('./after-search.ts');
const later = () => import('./after-times.ts');

/** The import of each module. */
export const stepModules: Record<ModuleName, () => Promise<unknown>> = {
  [afterSearchName]: afterSearch,
  product: afterSearch,
  times: afterSearch,
  identity: later,
  document: later,
  consent: later,
  prescreen: later,
  review: later,
  order: later,
  questionnaire: later,
  schedule: later,
  sent: later,
  blocked: later,
};
