/** One module per step, loaded when the journey first reaches the step. Most journeys open with a place: the shell has it. */
import './steps/place.ts';
import type { StepName } from '../../server/contract/journey-api/steps.ts';

/** The import of each step's module. */
export const stepModules: Record<StepName, () => Promise<unknown>> = {
  place: async () => {},
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
