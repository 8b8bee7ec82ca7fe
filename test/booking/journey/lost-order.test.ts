/** An order that took effect although its response was lost, and whose repetition the service refuses. */
import { expect, it } from 'vitest';
import { at, signConsent, untilReview } from '../../support/booking.ts';
import { pay, refusal } from '../../support/scripted-refusal.ts';
import { serverOfFile } from '../../support/server-of-test.ts';

const service = await serverOfFile();

const lost = { kind: 'drop_after' };

/** Goes to the review, and counts the orders and their keys from then on. */
async function untilOrder(id: string) {
  const customer = service.customer(id);
  await untilReview(customer, 'DEXA');
  await service.sandbox.clearFaults();
  const { length: from } = service.wire.requests;
  const { orders = 0 } = await service.sandbox.ledger();
  return {
    customer,
    keys: () =>
      service.wire.requests
        .slice(from)
        .filter(({ method, url }) => method === 'POST' && url === '/v1/orders')
        .map(({ headers }) => headers['idempotency-key']),
    made: async () => ((await service.sandbox.ledger()).orders ?? 0) - orders,
  };
}

it.each([
  [409, { code: 'CONSENT_GRANT_REQUIRED' }],
  [400, { code: 'INVALID_CUSTOMER_PROFILE', missing_fields: ['phone_number'], field_errors: {} }],
  [409, { code: 'ORDER_ALREADY_EXISTS' }],
  [409, null],
  [422, null],
])('is found in the list after a %i %j, and the booking goes on with it', async (status, details) => {
  const { customer, keys, made } = await untilOrder(`lost-${status}-${details?.code}`);
  await service.sandbox.fault('POST', '/v1/orders', lost);
  await service.sandbox.fault('POST', '/v1/orders', refusal(status, details));
  at(await customer.answer('review', pay), 'questionnaire');
  expect([new Set(keys()).size, keys().length, await made()]).toEqual([1, 2, 1]);
});

it('is repeated under its key while the list cannot be read', async () => {
  const { customer, keys, made } = await untilOrder('lost-list');
  await service.sandbox.fault('POST', '/v1/orders', lost);
  await service.sandbox.fault('POST', '/v1/orders', refusal(409, null));
  await service.sandbox.fault('GET', '/v1/appointments', refusal(403, null), { times: 50 });
  let view = await customer.answer('review', pay);
  expect(view.notice).toBeNull();
  await service.sandbox.clearFaults();
  view = await customer.retry();
  at(view, 'questionnaire');
  expect([new Set(keys()).size, await made()]).toEqual([1, 1]);
});

it('is never placed under another key while an appointment of the list may be its own', async () => {
  const { customer, keys, made } = await untilOrder('lost-unclear');
  await service.sandbox.fault('POST', '/v1/orders', lost);
  await service.sandbox.fault('POST', '/v1/orders', refusal(409, null));
  const items = [{ appointment_id: 'without-a-place', order_id: 'another', status: 'pending_scheduling' }];
  const body = { code: 200, data: { items, page_info: { has_more: false } }, error: null };
  await service.sandbox.fault(
    'GET',
    '/v1/appointments',
    { kind: 'status', status: 200, body },
    { times: 50 },
  );
  expect((await customer.answer('review', pay)).notice?.code).toBe('support_needed');
  await service.sandbox.clearFaults();
  at(await customer.retry(), 'questionnaire');
  expect([new Set(keys()).size, await made()]).toEqual([1, 1]);
});

it('that was refused and never made is placed under one new key when the service binds the old one', async () => {
  const { customer, keys, made } = await untilOrder('bound');
  await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'CONSENT_GRANT_REQUIRED' }));
  await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'IDEMPOTENCY_CONFLICT' }));
  const view = await customer.answer('review', pay);
  at(await customer.answer('consent', signConsent(view)), 'questionnaire');
  const [first, second, third, ...more] = keys();
  expect([second === first, third === first, more, await made()]).toEqual([true, false, [], 1]);
});
