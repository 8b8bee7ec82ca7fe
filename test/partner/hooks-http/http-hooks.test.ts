/** Hooks over HTTP, at a real endpoint: what they send, what they return, and how each failure ends. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type HookName,
  hookNames,
  hookOperations,
  largestHookPdfBytes,
} from '../../../server/contract/hooks-api.ts';
import { standardWebhookHeaders } from '../../../server/core/standard-webhooks.ts';
import type { Hooks } from '../../../server/partner/hooks.ts';
import { createHookClient, readResult } from '../../../server/partner/hooks-http/call-hook.ts';
import { createHttpHooks } from '../../../server/partner/hooks-http/http-hooks.ts';
import { newSecret } from '../../support/event-receiver.ts';
import { type HookPartner, keysOf, startHookPartner } from '../../support/hook-endpoint.ts';

const id = '5f9a1f3e-3c1b-4c54-8f0b-6a3f2f9d1c11';
let partner: HookPartner;
let hooks: Required<Pick<Hooks, (typeof hookNames)[number]>>;
beforeAll(async () => {
  partner = await startHookPartner();
  hooks = createHttpHooks({ url: partner.url, keys: keysOf(partner.secret) }, hookNames) as typeof hooks;
});
afterAll(() => partner.close());
beforeEach(() => {
  partner.calls.length = 0;
  partner.respond = null;
});

const payment = {
  journeyId: id,
  subject: 'user-1',
  amount: 49.5,
  currency: 'USD',
  description: 'DEXA',
  returnUrl: 'https://clinic.example/book',
  cancelUrl: 'https://clinic.example/book?dx-payment=canceled',
};
const document = {
  attestationVersion: '2025-01',
  signerName: 'Ines Okonkwo',
  signedAt: '2026-11-20T12:00:00Z',
  collectedAt: '2026-11-20T12:00:00Z',
};
const order = {
  physicianFullName: 'Ada Moreau',
  npi: '1234567893',
  licenseState: 'NY',
  licenseNumber: '123',
  orderDate: '2026-11-20',
  attestationVersion: '2025-01',
};
const bytes = Buffer.from('%PDF-1.7 \u00ff');
const pdf = bytes.toString('base64');

/** One way to ask each hook, what the endpoint returns, and what the hook returns. */
const asked: [
  name: string,
  ask: () => Promise<unknown>,
  request: object,
  result: unknown,
  found?: unknown,
][] = [
  ['payment', () => hooks.payment(payment), payment, { state: 'paid', reference: 'bill-1' }],
  [
    'verifySubject',
    () => hooks.verifySubject('token', 'type'),
    { token: 'token', tokenType: 'type' },
    // As it came, like the profiles: the one who asks reads it.
    { subject: 'user-1', expiresAt: 1_800_000_000, expires_at: 1_800_000_000 },
  ],
  [
    'customerProfile',
    () => hooks.customerProfile({ subject: 'user-1' }),
    { subject: 'user-1' },
    { first_name: 'Ines', sex: 'unknown', address: { city: 'New York', postal_code: 10002 } },
  ],
  [
    'handoffOrder',
    () => hooks.handoffOrder({ subject: 'user-1', orderId: null }),
    { subject: 'user-1', orderId: null },
    { orderId: id, offering: { catalogId: id, offeringId: id }, offring: null },
  ],
  [
    'whoBooked',
    () => hooks.whoBooked({ appointmentId: 'a', orderId: 'o' }),
    { appointmentId: 'a', orderId: 'o' },
    { subject: 'user-1' },
  ],
  [
    'mayOrder',
    () => hooks.mayOrder('staff-1', 'appointment-1'),
    { subject: 'staff-1', appointmentId: 'appointment-1' },
    true,
  ],
  [
    'clinicianProfile',
    () => hooks.clinicianProfile({ subject: 'staff-1' }),
    { subject: 'staff-1' },
    { full_name: 'Ada Moreau', npi: '1234567890', contact: { phone: '2125550142', address: { city: '' } } },
  ],
  [
    'resultWords',
    () =>
      hooks.resultWords({
        ...{ subject: 'user-1', appointmentId: 'a', testType: 'DEXA' },
        values: [
          { name: 'fat', value: 18.6, unit: '%' },
          { name: 'remark', value: 'none', unit: null },
        ],
      }),
    {
      ...{ subject: 'user-1', appointmentId: 'a', testType: 'DEXA' },
      values: [
        { name: 'fat', value: 18.6, unit: '%' },
        { name: 'remark', value: 'none', unit: null },
      ],
    },
    [{ default: 'How much of you is fat.', es: 'Cuánta grasa tiene.' }, null],
  ],
  [
    'consentDocument',
    () => hooks.consentDocument({ journeyId: id, subject: 'user-1', testType: 'DEXA' }),
    { journeyId: id, subject: 'user-1', testType: 'DEXA' },
    { ...document, pdf },
    { ...document, bytes },
  ],
  [
    'physicianDocument',
    () => hooks.physicianDocument({ appointmentId: 'a', subject: 'staff-1', testType: 'DEXA' }),
    { appointmentId: 'a', subject: 'staff-1', testType: 'DEXA' },
    { ...order, pdf },
    { ...order, bytes },
  ],
];
it('covers every hook', () => expect(asked.map(([name]) => name)).toEqual(hookNames));

describe.each(asked)('The hook %s', (name, ask, request, result, found = result) => {
  it('is asked with a signed, versioned body, and returns the result', async () => {
    partner.results[name] = result;
    expect(await ask()).toEqual(found);
    expect(partner.calls).toMatchObject([{ name, body: { version: 1, hook: name, request } }]);
    expect(partner.calls[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_/),
    });
  });

  it.each<[string, (partner: HookPartner) => void, string]>([
    ['text', (at) => (at.respond = (response) => response.end('<p>Hello</p>')), 'hook_response_invalid'],
    ['no result', (at) => (at.respond = (response) => response.end('{}')), 'hook_response_invalid'],
    ['a result of another type', (at) => (at.results[name] = 'yes'), 'hook_response_invalid'],
    [
      'a redirect',
      (at) => (at.respond = (response) => response.writeHead(307, { location: `${at.url}/${name}` }).end()),
      'hook_status_307',
    ],
    ['a refusal', (at) => (at.respond = (response) => response.writeHead(403).end()), 'hook_status_403'],
  ])('fails after %s, without a second try', async (_, arrange, code) => {
    arrange(partner);
    await expect(ask()).rejects.toMatchObject({ code });
    expect(partner.calls).toHaveLength(1);
  });

  it('is tried again after a passing error only if it is safe to repeat, under the same id', async () => {
    partner.results[name] = result;
    partner.respond = (response) => {
      partner.respond = null;
      response.writeHead(503).end();
    };
    const isRepeated = name !== 'verifySubject';
    if (isRepeated) expect(await ask()).toEqual(found);
    else await expect(ask()).rejects.toMatchObject({ code: 'hook_status_503' });
    const ids = partner.calls.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(isRepeated ? 2 : 1);
    expect(new Set(ids).size).toBe(1);
  });
});

it.each(['payment', 'verifySubject', 'handoffOrder', 'consentDocument', 'physicianDocument', 'mayOrder'])(
  'the hook %s grants nothing if the endpoint returns null or an empty object',
  async (name) => {
    const [, ask] = asked.find(([each]) => each === name) ?? [];
    partner.results[name] = {};
    await expect(ask?.()).rejects.toMatchObject({ code: 'hook_response_invalid' });
    partner.results[name] = null;
    if (name === 'payment' || name === 'mayOrder') await expect(ask?.()).rejects.toThrow();
    else expect(await ask?.()).toBeNull();
  },
);

const purchase = {
  reference: 'purchase-1',
  catalogId: id,
  offeringId: id,
  customer: {
    ...{ first_name: 'Ines', last_name: 'Okonkwo', email: 'ines@example.com', phone: '212-555-0142' },
    ...{ date_of_birth: '1984-09-30', sex: 'female', height_inches: 67, weight_pounds: 140 },
    address: { address_line_1: '7 Quarry Lane', city: 'New York', state: 'NY', postal_code: '10002' },
  },
  consent: { grantId: id },
  paymentReference: 'paid-1',
};
it.each<[string, string, unknown, unknown]>([
  ['handoffOrder', 'of an order', { orderId: id, offering: null, purchase: null }, { orderId: id }],
  [
    'handoffOrder',
    'of a purchase',
    {
      ...{ orderId: null, offering: null },
      purchase: { ...purchase, prescreen: null, consent: { grantId: id, evidenceId: null } },
    },
    { purchase },
  ],
  ['resultWords', 'of a text', [{ default: 'Fat.', es: null }, null], [{ default: 'Fat.' }, null]],
])('the hook %s counts a field %s that is null as left out', async (name, _, result, found) => {
  const [, ask] = asked.find(([each]) => each === name) ?? [];
  partner.results[name] = result;
  // Some hooks return nulls to the one who asks, who reads the result again.
  expect(readResult(hookOperations[name as HookName].result, await ask?.())).toEqual(found);
});

it('names the fields of a union that do not fit', async () => {
  const wrong = { ...purchase, customer: { ...purchase.customer, phone: 2125550142 }, consent: {} };
  partner.results.handoffOrder = { purchase: wrong };
  await expect(hooks.handoffOrder({ subject: 'user-1', orderId: null })).rejects.toMatchObject({
    paths: [
      'result.orderId',
      'result.purchase.customer.phone',
      'result.purchase.consent.grantId',
      'result.purchase.consent.evidenceId',
    ],
  });
});

it('ends at its deadline, while the endpoint still writes', async () => {
  partner.respond = (response) => void response.writeHead(200).write('{');
  const call = createHookClient({ url: partner.url, keys: keysOf(partner.secret) });
  const operation = { ...hookOperations.mayOrder, deadlineMs: 150 };
  const asking = call('mayOrder', operation, { subject: 'a', appointmentId: 'b' });
  await expect(asking).rejects.toMatchObject({ code: 'hook_timeout' });
  expect(partner.calls).toHaveLength(1);
});

it('reads no more of a response than the hook can need', async () => {
  let isOpen = true;
  partner.respond = (response) => {
    response.on('close', () => (isOpen = false));
    const write = () => void (isOpen && response.write('x'.repeat(60_000), () => setImmediate(write)));
    write();
  };
  await expect(hooks.mayOrder('a', 'b')).rejects.toMatchObject({ code: 'hook_response_too_large' });
  await expect.poll(() => isOpen).toBe(false);
});

it.each([
  ['no base64', '%PDF-1.7', 'hook_response_invalid'],
  ['base64 without its end', 'JVBERi0xLj', 'hook_response_invalid'],
  ['more', Buffer.alloc(largestHookPdfBytes + 1).toString('base64'), 'hook_response_too_large'],
])('refuses a document of %s', async (_, text, code) => {
  partner.results.consentDocument = { ...document, pdf: text };
  const asking = hooks.consentDocument({ journeyId: id, subject: 'user-1', testType: 'DEXA' });
  await expect(asking).rejects.toMatchObject({ code });
});

it('fails at an endpoint that is not there, and at one with another secret', async () => {
  const gone = createHttpHooks({ url: 'http://127.0.0.1:9', keys: keysOf(partner.secret) }, ['mayOrder']);
  await expect(gone.mayOrder?.('a', 'b')).rejects.toMatchObject({ code: 'hook_unreachable' });
  const other = createHttpHooks({ url: partner.url, keys: keysOf(newSecret()) }, ['mayOrder']);
  await expect(other.mayOrder?.('a', 'b')).rejects.toMatchObject({ code: 'hook_status_401' });
});

it('signs with both secrets while one is replaced, and offers only the hooks that are named', async () => {
  const both = createHttpHooks({ url: partner.url, keys: keysOf(newSecret(), partner.secret) }, ['mayOrder']);
  partner.results.mayOrder = false;
  expect(await both.mayOrder?.('a', 'b')).toBe(false);
  expect(Object.keys(both)).toEqual(['mayOrder']);
});

it('signs as the published example of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  const keys = keysOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  expect(standardWebhookHeaders(message, keys, 1614265330_999)).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
