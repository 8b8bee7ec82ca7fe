/** The time of day is set: what lasts some seconds still does. */
import { expect, it, onTestFinished } from 'vitest';
import { createProvisioning } from '../../../server/booking/journey/provisioning.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import { questionnaireAnswers, untilReview } from '../../support/booking.ts';
import { origin } from '../../support/full-api-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

const hourMs = 3_600_000;

it('an answer waits no longer for its second write while the clock is set back by an hour', async () => {
  let aheadMs = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const service = await serverOfTest({
    clock: systemClock(() => Date.now() + aheadMs),
    tuning: { writes: { waitTimeoutMs: 3_000 } },
    async change({ method, url }) {
      if (method === 'POST' && url.endsWith('/scheduling-questionnaire')) aheadMs = -hourMs;
      if (method === 'POST' && url.endsWith('/schedule')) await held;
    },
  });
  onTestFinished(() => release());
  const customer = service.customer('ada');
  await untilReview(customer, 'DEXA');
  const view = await customer.answer('review', { return_url: `${origin}/book` });
  const reply = await customer.send('questionnaire', questionnaireAnswers(view));
  expect(aheadMs).toBe(-hourMs);
  expect(reply).toMatchObject({ status: 200, body: { shows: { step: 'schedule' }, working: {} } });
});

it('the configuration is read again after five seconds, although the clock was set back by an hour', async () => {
  const clock = manualClock();
  let version = 1;
  const configuration = async () => ({
    configuration_version: version++,
    updated_at: null,
    customer_consent: { mode: 'service_consent_api' },
    physician_order: { mode: 'service_service' },
    environment: null,
  });
  const provisioning = createProvisioning({
    reads: { configuration },
    environment: null,
    missing: () => [],
    log: silentLog,
    clock,
  });
  await provisioning.recent();
  clock.setBack(hourMs);
  clock.advance(4_999);
  expect(await provisioning.recent()).toMatchObject({ configuration_version: 1 });
  clock.advance(1);
  expect(await provisioning.recent()).toMatchObject({ configuration_version: 2 });
});
