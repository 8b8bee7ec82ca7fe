/** The time of day is set while a response waits for the service. */
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../server/core/clock.ts';
import { questionnaireAnswers, untilReview } from '../../support/booking.ts';
import { origin, startFullApiServer } from '../../support/full-api-server.ts';

const hourMs = 3_600_000;

it('an answer waits no longer for its second write while the clock is set back by an hour', async () => {
  let aheadMs = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const service = await startFullApiServer({
    clock: systemClock(() => Date.now() + aheadMs),
    tuning: { writes: { waitTimeoutMs: 3_000 } },
    async change({ method, url }) {
      if (method === 'POST' && url.endsWith('/scheduling-questionnaire')) aheadMs = -hourMs;
      if (method === 'POST' && url.endsWith('/schedule')) await held;
    },
  });
  onTestFinished(() => service.stop());
  onTestFinished(release);
  const customer = service.customer('ada');
  await untilReview(customer, 'DEXA');
  const view = await customer.answer('review', { return_url: `${origin}/book` });
  const reply = await customer.send('questionnaire', questionnaireAnswers(view));
  expect(aheadMs).toBe(-hourMs);
  expect(reply).toMatchObject({ status: 200, body: { shows: { step: 'schedule' }, working: {} } });
});
