/** A service whose envelopes have only the members that say something (VER-02). */
import { expect, it } from 'vitest';
import { book } from '../support/booked-appointment.ts';
import { answerStep, at, signConsent, untilReview } from '../support/booking.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { pay, refusal } from '../support/scripted-refusal.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { everywhere } from './differences.ts';

interface Envelope {
  data: object | null;
  error: object | null;
}

async function start(rewrite: Rewrite) {
  const service = await serverOfTest({ rewrite });
  return service;
}

it('without a code books, and is asked for the consent again after the payment', async () => {
  const service = await start((_, answer) => {
    const { data, error } = (answer.body ?? {}) as Envelope;
    if (data === undefined) return answer;
    return { ...answer, body: error === null ? { data, error } : { code: 'failed', error } };
  });
  const customer = service.customer('ines');
  await untilReview(customer, 'DEXA');
  await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'CONSENT_GRANT_REQUIRED' }));
  let view = await customer.answer('review', pay);
  expect(view.notice?.code).toBe('consent_needed_again');
  view = await customer.answer('consent', signConsent(view));
  at(await answerStep(customer, view), 'sent');
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
});

it('without data, where nothing of it is needed, has the request and the cancellation', async () => {
  const service = await start(({ method, url }, answer) =>
    method === 'POST' && /\/(schedule|cancel)$/.test(url)
      ? { ...answer, body: { ...(answer.body as Envelope), data: null } }
      : answer,
  );
  const booked = await book(service, 'ines');
  expect(await booked.read()).toMatchObject({ status: 'requested', working: null });
  await booked.move('confirmed');
  expect(await booked.post('cancel', {})).toMatchObject({ status: 'canceled', change: { state: 'done' } });
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
});

it('that say without a code that a write still runs are asked again, and the booking is made once', async () => {
  const service = await start((_, answer) => answer);
  const data = { status: 'in_progress', retry_after_seconds: 1 };
  const body = { code: 202, data, error: null };
  await service.sandbox.fault('POST', '/v1/appointments/*/schedule', { kind: 'status', status: 202, body });
  await book(service, 'ines');
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
});

it('whose error has a field of another type still say by their code what to do, and the log has the field', async () => {
  const service = await start((_, answer) => {
    const { error } = (answer.body ?? {}) as Envelope;
    const other = { message: ['taken'], path: null, request_id: 7 };
    return error
      ? { ...answer, body: { ...(answer.body as Envelope), error: { ...error, ...other } } }
      : answer;
  });
  const customer = service.customer('ines');
  await untilReview(customer, 'DEXA');
  await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'CONSENT_GRANT_REQUIRED' }));
  expect((await customer.answer('review', pay)).notice?.code).toBe('consent_needed_again');
  expect(service.logged()).toContain('"route":"POST /v1/orders","path":"error.message"');
});

it('with null for each empty list shows the nearest clinics, and books', async () => {
  const orNull = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value);
  const service = await start((_, answer) => ({
    ...answer,
    body: everywhere(answer.body, (fields) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, orNull(value)])),
    ),
  }));
  const far = service.customer('far');
  await far.open();
  const near = { lat: 64.2008, lng: -149.4937 };
  const view = await far.answer('place', { search: { test_types: ['DEXA'], near } });
  expect(at(view, 'place').results?.within_radius).toEqual([]);
  expect(at(view, 'place').results?.nearest.length).toBeGreaterThan(0);
  await book(service, 'ines');
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
});
