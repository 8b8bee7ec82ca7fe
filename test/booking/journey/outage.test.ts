/** The service is away for longer than the first retries of a write last (IDEM-16). */
import { expect, it, onTestFinished } from 'vitest';
import { untilReview } from '../../support/booking.ts';
import { origin, startFullApiServer } from '../../support/full-api-server.ts';

it('twenty customers who had paid go on after an outage, without a press and without a command [IDEM-16]', async () => {
  let away: 'POST' | 'all' | null = null;
  const service = await startFullApiServer({
    // Some writes take effect, and their responses are lost.
    rewrite: ({ method }, answer) =>
      away === 'all' || away === method
        ? { ...answer, status: 503, body: { code: 503, data: null, error: null } }
        : answer,
    tuning: { writes: { retryLimit: 3, parkedRetryMs: 3_600_000, probeMs: 250 } },
    env: { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0' },
  });
  onTestFinished(() => service.stop());
  const customers = Array.from({ length: 20 }, (_, n) => service.customer(`paid-${n}`));
  for (const customer of customers) await untilReview(customer, 'DEXA');
  away = 'POST';
  await Promise.all(customers.map((customer) => customer.answer('review', { return_url: `${origin}/book` })));
  away = 'all';
  const views = () => Promise.all(customers.map((customer) => customer.read()));
  await expect
    .poll(async () => (await views()).every(({ notice }) => notice?.code === 'stalled'), { interval: 500 })
    .toBe(true);
  const before = service.wire.requests.length;
  away = null;
  await expect
    .poll(async () => (await views()).every(({ shows }) => shows.step === 'questionnaire'), { interval: 500 })
    .toBe(true);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 20 });
  const orders = service.wire.requests.slice(before).filter(({ url }) => url.endsWith('/v1/orders'));
  expect(new Set(orders.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
});
