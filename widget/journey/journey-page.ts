/** What a journey has to know of the page: the steps that it can show, the tests and the address. */
import { knownTestTypes } from '../ui/test-names.ts';
import { returnUrl } from './return-url.ts';
import { stepModules } from './step-modules.ts';

/** The page of `<dx-booking>`, for a `Journey`. */
export const journeyPage = {
  shows: (step: string): boolean => step === 'place' || step in stepModules,
  tests: knownTestTypes(),
  returnUrl,
};
