/** What a journey has to know of the page: the steps that it can show, the tests and the address. */

import { jsonText } from '../session/json-text.ts';
import { knownTestTypes } from '../ui/test-names.ts';
import { EarlyCredentials } from './early-credentials.ts';
import type { JourneyPage } from './journey-deps.ts';
import { loadAfterSearch } from './load-step.ts';
import { stepModules } from './step-modules.ts';

/** The page of `<dx-booking>`, for a `Journey`. */
export const journeyPage: JourneyPage = {
  shows: (step) => step === 'place' || step in stepModules,
  tests: knownTestTypes(),
  async firstView(session, opening) {
    const early = session.newestCredentials;
    if (!(early instanceof EarlyCredentials)) return null;
    // Resolves after the exchange, when it is known whose view it is.
    await session.credentials('GET', session.server);
    return session.newestCredentials === early ? early.takeView(jsonText(opening)) : null;
  },
  // Only a customer who comes back from a payment needs it, and the review.
  paymentReturn: async () => (await loadAfterSearch()).paymentReturn(),
  // Only the last step needs it.
  followLive: async (...args) => (await import('../session/live.ts')).followLive(...args),
};
