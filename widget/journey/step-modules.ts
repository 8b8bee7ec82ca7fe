/**
 * The modules of the steps, each loaded when the journey first reaches one of its steps. Steps that follow each other
 * come together: they share most of their code, and the next step opens without another request.
 */
import type { StepName } from '../../server/contract/journey-api/steps.ts';

/** The module of all that follows the first search. */
export const afterSearchName = 'after-search';
/** What is loaded later. */
export type ModuleName = Exclude<StepName, 'place'> | typeof afterSearchName;

const afterSearch = () => import('./after-search.ts');
const details = () => import('./details-steps.ts');
const last = () => import('./last-steps.ts');

/** The import of each module. */
export const stepModules: Record<ModuleName, () => Promise<unknown>> = {
  [afterSearchName]: afterSearch,
  product: afterSearch,
  times: () => import('./times-steps.ts'),
  identity: details,
  document: details,
  consent: details,
  prescreen: details,
  review: last,
  order: last,
  questionnaire: last,
  schedule: last,
  sent: last,
  blocked: last,
};
