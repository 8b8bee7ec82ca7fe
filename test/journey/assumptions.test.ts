/** A service whose consent has other keys than assumed: the page learns which entry corrects it, and nobody signs an incomplete text. */
import { afterEach, expect, it } from 'vitest';
import { choosePlace, pickTimes, profile } from '../support/booking.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';

let service: FullApiServer;
afterEach(async () => {
  await service.stop();
});

it('ends in a problem that names the entry [GAP-17] [VER-10]', async () => {
  service = await startFullApiServer({
    assumptions: { consent: { decisionKeys: { label: { replace: ['heading'] } } } },
  });
  const customer = service.customer('ines');
  await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  await expect(customer.answer('identity', profile)).rejects.toMatchObject({
    reply: {
      status: 503,
      body: { code: 'assumption_unmet', title: expect.stringContaining('consent.decisionKeys') },
    },
  });
  expect((await service.sandbox.ledger()).consent_sessions).toBe(0);
});
