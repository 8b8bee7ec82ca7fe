/** An event that was read before the request arrived at the service does not hide the request. */
import { expect, it, onTestFinished } from 'vitest';
import { webhooksRegister } from '../../server/cli/webhooks-register.ts';
import { answerStep, at, untilReview } from '../support/booking.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { openLive } from '../support/live-page.ts';
import { eventually } from '../support/outbox-harness.ts';
import { pay } from '../support/scripted-refusal.ts';

it('the customer sees the request that they have just sent', async () => {
  const service = await startFullApiServer({ env: { RECONCILE_SECONDS: '86400' } });
  onTestFinished(() => service.stop());
  await webhooksRegister(service.env, [], () => {});
  const customer = service.customer('prompt');
  await untilReview(customer, 'DEXA');
  const page = await openLive(service, 'prompt');
  const view = await customer.answer('review', pay);
  // The server has read the new appointment, and the page hears of it.
  await eventually(() => page.changes().length > 0);
  expect(at(await answerStep(customer, view), 'sent').status).toBe('pending_confirmation');
  await page.leave();
});
