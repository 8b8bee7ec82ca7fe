/** A booking whose hooks are an HTTP endpoint: payment, sign-in and profile, and what a failing endpoint does to them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createHttpHooks } from '../../../server/partner/hooks-http/http-hooks.ts';
import { answerStep, at, choosePlace, pickTimes, untilReview } from '../../support/booking.ts';
import { type FullApiServer, origin, startFullApiServer } from '../../support/full-api-server.ts';
import { type HookPartner, keysOf, startHookPartner } from '../../support/hook-endpoint.ts';

let partner: HookPartner;
let service: FullApiServer;
beforeAll(async () => {
  partner = await startHookPartner();
  const endpoint = { url: partner.url, keys: keysOf(partner.secret) };
  service = await startFullApiServer({
    hooks: createHttpHooks(endpoint, ['payment', 'verifySubject', 'customerProfile']),
  });
});
afterAll(async () => {
  await service.stop();
  await partner.close();
});
beforeEach(() => {
  partner.calls.length = 0;
  partner.respond = null;
  partner.results.customerProfile = null;
  partner.results.verifySubject = { subject: 'member-1' };
  partner.results.payment = { state: 'paid', reference: 'bill-1' };
});
const logged = (event: string) =>
  service
    .logged()
    .split('\n')
    .filter((line) => line.includes(`"${event}"`))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const failures = () => logged('hook.failed');
const calls = (name: string) => partner.calls.filter((call) => call.name === name);
const returnUrl = { return_url: `${origin}/book` };

it('is paid and ordered by what the endpoint says, and fails closed while it fails', async () => {
  const customer = service.customer('paying');
  const view = await untilReview(customer, 'DEXA');
  expect(calls('verifySubject')).toMatchObject([{ body: { request: { token: 'user-paying' } } }]);

  for (const [result, logged] of [
    [{ state: 'due', payUrl: 'http://clinic.example/pay' }, ['pay_url_not_secure', 'payUrl']],
    [{ state: 'paid' }, ['hook_response_invalid', 'result.reference']],
    [{ state: 'paid', reference: 4_120 }, ['hook_response_invalid', 'result.reference']],
    [{ state: 'Paid', reference: 'bill-1' }, ['hook_response_invalid', 'result.state']],
    [null, ['hook_response_invalid', 'result']],
  ] as const) {
    partner.results.payment = result;
    const refused = await customer.send('review', returnUrl);
    expect([refused.status, refused.body]).toEqual([
      503,
      expect.objectContaining({ code: 'payment_unavailable' }),
    ]);
    const { error_code, paths } = failures().at(-1) ?? {};
    expect([error_code, paths]).toEqual(logged);
  }
  partner.respond = (response) => response.writeHead(500).end('the books are closed');
  expect(await customer.send('review', returnUrl)).toMatchObject({ status: 503 });
  partner.respond = null;

  partner.results.payment = { state: 'due', payUrl: `${origin}/pay/1` };
  const due = await customer.answer('review', returnUrl);
  expect(at(due, 'review').payment).toEqual({ state: 'begun', pay_url: `${origin}/pay/1` });
  partner.results.payment = { state: 'paid', reference: 'bill-1' };
  at(await answerStep(customer, due), 'questionnaire');
  expect(calls('payment').at(-1)?.body.request).toEqual({
    journeyId: view.journey_id,
    subject: 'member-1',
    amount: at(view, 'review').total.amount,
    currency: 'USD',
    description: view.summary.test?.name,
    returnUrl: returnUrl.return_url,
    cancelUrl: `${returnUrl.return_url}?dx-payment=canceled`,
  });
  expect(failures().at(-1)).toMatchObject({
    ...{ hook: 'payment', error_code: 'hook_status_500', host: new URL(partner.url).host },
    ...{ request_id: expect.any(String), record_id: view.journey_id },
  });
  expect(service.logged()).not.toMatch(/books are closed|bill-1|4120/);
});

it.each<[string, () => void]>([
  ['null', () => (partner.results.verifySubject = null)],
  ['another type', () => (partner.results.verifySubject = 'member-1')],
  ['no subject', () => (partner.results.verifySubject = { role: 'physician' })],
  ['a status of an error', () => (partner.respond = (response) => response.writeHead(500).end())],
  ['no JSON', () => (partner.respond = (response) => response.end('member-1'))],
  [
    'a redirect',
    () => (partner.respond = (response) => response.writeHead(302, { location: partner.url }).end()),
  ],
])('signs nobody in if the endpoint returns %s', async (_, arrange) => {
  arrange();
  await expect(service.customer('somebody').signIn()).rejects.toThrow(/400.*invalid_grant/s);
});

it('logs why the endpoint could not check a token, for the reference that the user sees', async () => {
  partner.respond = (response) => response.writeHead(502).end();
  await expect(service.customer('somebody').signIn()).rejects.toThrow('invalid_grant');
  const reference = { request_id: logged('request').at(-1)?.request_id };
  expect(logged('token.refused').at(-1)).toMatchObject({
    ...{ code: 'hook_status_502', host: new URL(partner.url).host },
    ...reference,
  });
  partner.respond = null;
  partner.results.verifySubject = { subject: 7 };
  await expect(service.customer('somebody').signIn()).rejects.toThrow('invalid_grant');
  expect(logged('token.refused').at(-1)).toMatchObject({
    ...{ code: 'hook_response_invalid', paths: 'result.subject' },
  });
});

it('prefills the form with what the endpoint knows, logs the names of what it cannot use, and shows it empty while it fails', async () => {
  partner.results.verifySubject = {
    ...{ subject: 'member-2', role: null, expiresAt: null, issuedAt: null, tokenId: null },
    expires_at: 1_800_000_000,
  };
  partner.results.customerProfile = {
    ...{ first_name: 'Odalys', email: 'not an address', lastName: 'Reyes', phone: null, weight_pounds: 140 },
    address: { city: 'Albany', postal_code: 12_207, zip: '12207', 'Ms Odalys': true },
  };
  const customer = service.customer('prefilled');
  const timed = await choosePlace(customer, 'DEXA');
  const view = await customer.answer('times', pickTimes(timed));
  expect(at(view, 'identity').profile).toEqual({
    ...{ first_name: 'Odalys', weight_pounds: 140, address: { city: 'Albany' } },
  });
  // For the ZIP code of the search, and for the form.
  const call = { body: { request: { subject: 'member-2' } } };
  expect(calls('customerProfile')).toMatchObject([call, call]);

  // Once each, although the hook was asked twice.
  const ignored = logged('hook.field_ignored').map(({ hook, path }) => `${hook} ${path}`);
  expect(ignored.shift()).toBe('verifySubject expires_at');
  expect(ignored.map((line) => line.replace('customerProfile ', ''))).toEqual([
    ...['email', 'lastName', 'address.postal_code', 'address.zip', 'address.*'],
  ]);
  expect(logged('hook.field_ignored')[0]).toMatchObject({ request_id: expect.any(String) });

  partner.respond = (response) => response.writeHead(400).end();
  expect(at(await customer.read(), 'identity').profile).toBeNull();
  expect(service.logged()).toContain('"hook":"customerProfile"');
  expect(service.logged()).not.toMatch(/Odalys|Reyes|12207|not an address/);
});
