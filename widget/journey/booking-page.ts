/** The page of `<dx-booking>`, as the model of the booking uses it. */
import { knownTestTypes } from '../ui/test-names.ts';
import type { JourneyPage } from './journey-page.ts';
import { paymentReturn } from './return-url.ts';
import { stepModules } from './step-modules.ts';

/** The live stream loads at the end of a booking. */
export const bookingPage: JourneyPage = {
  shows: (step) => step in stepModules,
  tests: knownTestTypes(),
  paymentReturn,
  followLive: async (...args) => (await import('../session/live.ts')).followLive(...args),
};
