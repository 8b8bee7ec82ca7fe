/** The server makes the order that it hands off: identity, prescreen if the product requires it, and order, each once. killed.test.ts ends a process within each of them. */
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AppointmentView, AvailabilityView } from '../../server/contract/appointments-api.ts';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { supportLookup } from '../../server/operate/cli/support.ts';
import { confirmOnPage, origin, profile } from '../support/co-branded-server.ts';
import { Customer } from '../support/customer.ts';
import { refusal } from '../support/scripted-refusal.ts';
import { coBrandedOfFile, coBrandedOfTest } from '../support/server-of-test.ts';
import { customer, type Purchased, prescreen, purchased } from './purchase.ts';

const service = await coBrandedOfFile();

type Reply = HandoffView & ProblemBody;

const bought = async (id: string, testType = 'DEXA'): Promise<Purchased> => {
  const made = await purchased(service.calls, `user-${id}`, testType);
  service.books.purchases.set(`user-${id}`, made.purchase);
  return made;
};

const open = (id: string, { times }: Purchased, over: object = {}) =>
  service.customer(id).call<Reply>('POST', '/handoffs', { times, customer: profile, ...over });

/** The server's posts since `from`, as path and parsed body. */
const posts = (from: number) =>
  service.wire.requests
    .slice(from)
    .filter(({ method }) => method === 'POST')
    .map(({ url, headers, body }) => ({
      path: url,
      key: headers['idempotency-key'],
      body: JSON.parse(body) as Record<string, unknown>,
    }));

const requestCount = () => service.wire.requests.length;

describe('A purchase', () => {
  it('becomes an identity, an order and a handoff, from the data of the partner only [HND-05] [HND-11]', async () => {
    const made = await bought('plain');
    const from = requestCount();
    const reply = await open('plain', made);
    expect([reply.status, reply.body.state]).toEqual([201, 'open']);
    const [identity, order, handoff, ...more] = posts(from);
    expect(more).toEqual([]);
    const { height_inches, weight_pounds, ...person } = customer;
    expect([identity?.path, identity?.body]).toEqual([
      '/v1/api-first/identities',
      { ...person, external_customer_id: 'user-plain' },
    ]);
    const { phone, ...rest } = person;
    expect([order?.path, order?.body]).toEqual([
      '/v1/orders',
      {
        catalog_id: made.purchase.catalogId,
        offering_id: made.purchase.offeringId,
        product_id: expect.any(String),
        test_id: expect.any(String),
        customer_identity_id: expect.any(String),
        consent_grant_id: 'grantId' in made.purchase.consent ? made.purchase.consent.grantId : '',
        external_payment_reference: 'paid-user-plain',
        customer: { ...rest, phone_number: phone, height: height_inches, weight: weight_pounds },
      },
    ]);
    expect(handoff?.path).toMatch(/^\/v1\/orders\/[^/]+\/schedule-handoff$/);
    expect(await service.stored()).not.toContain('Odalys');
    expect(service.logged()).not.toContain('paid-user-plain');
  });

  it('reuses the order and the page when it is requested again [HND-05]', async () => {
    const made = await bought('again');
    const first = await open('again', made);
    const before = await service.sandbox.ledger();
    const [second, third] = await Promise.all([open('again', made), open('again', made)]);
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(second.body.handoff_id).toBe(first.body.handoff_id);
    expect(await service.sandbox.ledger()).toEqual(before);
  });

  it('makes one order when it starts twice at the same time [HND-05]', async () => {
    const made = await bought('twice');
    const before = (await service.sandbox.ledger()).orders ?? 0;
    await Promise.all([open('twice', made), open('twice', made)]);
    expect((await service.sandbox.ledger()).orders).toBe(before + 1);
  });

  it('accepts no payment reference and no order from the page [HND-05]', async () => {
    const made = await bought('page');
    const from = requestCount();
    const paid = await open('page', made, { external_payment_reference: 'mine' });
    expect([paid.status, paid.body.code]).toEqual([422, 'invalid_fields']);
    const named = await open('page', made, { order_id: '5c0dbb6e-4f4f-4f0a-9a3e-0c64ad1a2b11' });
    expect([named.status, named.body.code]).toEqual([404, 'order_not_found']);
    expect(posts(from)).toEqual([]);
  });

  it('orders nothing with a consent of another branch than the key is provisioned for [HND-05]', async () => {
    const made = await bought('other-branch');
    const evidenceId = '5c0dbb6e-4f4f-4f0a-9a3e-0c64ad1a2b11';
    service.books.purchases.set('user-other-branch', { ...made.purchase, consent: { evidenceId } });
    const from = requestCount();
    const reply = await open('other-branch', made);
    expect([reply.status, reply.body.code, posts(from)]).toEqual([409, 'order_refused', []]);
    expect(service.logged()).toContain('"configuration.mismatch","code":"order_refused"');
  });

  it('orders nothing with a key of another environment than configured', async () => {
    const made = await bought('elsewhere');
    const production = await service.another({ UPSTREAM_ENVIRONMENT: 'production' });
    onTestFinished(production.stop);
    const from = requestCount();
    const customer = new Customer(production.url, origin, 'user-elsewhere');
    const body = { times: made.times, customer: profile };
    const reply = await customer.call<ProblemBody>('POST', '/handoffs', body);
    expect([reply.status, reply.body.code, posts(from)]).toEqual([503, 'environment_mismatch', []]);
    const staging = await service.another({ UPSTREAM_ENVIRONMENT: 'staging' });
    onTestFinished(staging.stop);
    expect(
      (await new Customer(staging.url, origin, 'user-elsewhere').call('POST', '/handoffs', body)).status,
    ).toBe(201);
  });

  it('orders nothing that the handoff would reject [HND-15]', async () => {
    const made = await bought('late');
    const from = requestCount();
    const reply = await open('late', made, { return_url: 'https://elsewhere.example/' });
    expect([reply.status, posts(from)]).toEqual([422, []]);
  });

  it('reports a rejection without the words of the service, and continues when the partner corrected it', async () => {
    const made = await bought('mended');
    const details = { code: 'INVALID_CUSTOMER_PROFILE', field_errors: { phone_number: ['is odd'] } };
    await service.sandbox.fault('POST', '/v1/orders', refusal(400, details));
    const refused = await open('mended', made);
    expect([refused.status, refused.body.code]).toEqual([409, 'order_refused']);
    expect(JSON.stringify(refused.body)).not.toContain('odd');
    // The alert of a stopped booking counts it, and support finds its customer.
    const [, id = ''] = /"event":"handoff.stopped","purchase_id":"([^"]+)"/.exec(service.logged()) ?? [];
    const found: string[] = [];
    const options = { reference: id, json: true };
    expect(await supportLookup(service.env, options, (line) => found.push(line))).toBe(0);
    expect(found.join('\n')).toContain('user-mended');
    const from = requestCount();
    expect((await open('mended', made)).body.code).toBe('order_refused');
    expect(posts(from)).toEqual([]);
    const mended = { ...made.purchase, customer: { ...customer, phone: '2125550177' } };
    service.books.purchases.set('user-mended', mended);
    expect((await open('mended', made)).status).toBe(201);
  });

  it.each([
    ['identities', '/v1/api-first/identities', refusal(404, null), 'order_unavailable'],
    ['orders', '/v1/orders', refusal(404, { code: 'NOT_FOUND' }), 'order_unavailable'],
    ['key', '/v1/orders', refusal(409, { code: 'FLOW_ENDPOINT_MISMATCH' }), 'flow_mismatch'],
  ])('is sent again after a refusal that is not about it: %s', async (id, path, effect, code) => {
    const made = await bought(id);
    const before = (await service.sandbox.ledger()).orders ?? 0;
    // An order that meets a 404 is sent five times.
    await service.sandbox.fault('POST', path, effect, { times: id === 'orders' ? 5 : 1 });
    const refused = await open(id, made);
    expect([refused.status, refused.body.code]).toEqual([503, code]);
    expect((await open(id, made)).body.state).toBe('open');
    expect((await service.sandbox.ledger()).orders).toBe(before + 1);
  });

  it.each([
    ['422', refusal(422, null)],
    ['409', refusal(409, null)],
    ['profile', refusal(400, { code: 'INVALID_CUSTOMER_PROFILE', field_errors: { phone_number: ['odd'] } })],
  ])(
    'whose order took effect without a response is not ordered again after a refusal: %s',
    async (id, no) => {
      const made = await bought(`lost-${id}`);
      const before = (await service.sandbox.ledger()).orders ?? 0;
      await service.sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' });
      await service.sandbox.fault('POST', '/v1/orders', no);
      const { status, body } = await open(`lost-${id}`, made);
      expect([status, body.state]).toEqual([201, 'open']);
      expect((await service.sandbox.ledger()).orders).toBe(before + 1);
    },
  );

  it('is ordered under the same key while nobody can tell whether an appointment of the list is its own', async () => {
    const made = await bought('lost-unclear');
    const before = (await service.sandbox.ledger()).orders ?? 0;
    const from = requestCount();
    await service.sandbox.fault('POST', '/v1/orders', { kind: 'drop_after' });
    await service.sandbox.fault('POST', '/v1/orders', refusal(409, null));
    const items = ['one', 'other'].map((id) => ({
      ...{ appointment_id: id, order_id: id, status: 'pending_scheduling', test_type: 'DEXA' },
    }));
    const body = { code: 200, data: { items, page_info: { has_more: false } }, error: null };
    const list = { kind: 'status', status: 200, body };
    await service.sandbox.fault('GET', '/v1/appointments', list, { times: 50 });
    const refused = await open('lost-unclear', made);
    expect([refused.status, refused.body.code]).toEqual([503, 'order_unavailable']);
    await service.sandbox.clearFaults();
    expect((await open('lost-unclear', made)).body.state).toBe('open');
    const orders = posts(from).filter(({ path }) => path === '/v1/orders');
    expect([new Set(orders.map(({ key }) => key)).size, orders.length]).toEqual([1, 3]);
    expect((await service.sandbox.ledger()).orders).toBe(before + 1);
  });

  it('stores the place of the appointment, so that the customer can reschedule here', async () => {
    const made = await bought('place');
    const { body } = await open('place', made);
    const id = body.appointment?.appointment_id ?? '';
    const customer = service.customer('place');
    const times = await customer.call<AvailabilityView>('GET', `/appointments/${id}/availability`);
    expect([times.status, (times.body.dates ?? []).length > 0]).toEqual([200, true]);
  });
});

describe('An order that the partner made', () => {
  const confirmed = async (id: string) => {
    const ordered = await service.ordered(id);
    const reply = await open(id, { times: ordered.times } as Purchased, { order_id: ordered.orderId });
    const appointment = reply.body.appointment?.appointment_id ?? '';
    await confirmOnPage(reply.body.url ?? '', ordered.times);
    await service.sandbox.transition(appointment, { to: 'confirmed' });
    const read = await service.customer(id).call<AppointmentView>('GET', `/appointments/${appointment}`);
    return read.body;
  };

  it('without a place tells the customer to reschedule elsewhere', async () => {
    const view = await confirmed('unplaced');
    expect([view.status, view.reschedule_elsewhere]).toEqual(['confirmed', true]);
    expect(view.actions).not.toContain('reschedule');
  });

  it('is handed over without the fields that the hook does not have, and the log names them once', async () => {
    service.books.misspelt = { offring: { catalogId: 'a canary' } };
    for (const id of ['misspelt', 'misspelt again']) expect((await confirmed(id)).status).toBe('confirmed');
    service.books.misspelt = {};
    const lines = service.logged().match(/^.*hook\.field_ignored.*$/gm) ?? [];
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ hook: 'handoffOrder', path: 'offring', request_id: expect.any(String) }),
    ]);
    expect(service.logged()).not.toContain('a canary');
  });

  it('with a place can be rescheduled here', async () => {
    service.books.namesOffering = true;
    const view = await confirmed('placed');
    service.books.namesOffering = false;
    expect([view.status, view.reschedule_elsewhere]).toEqual(['confirmed', false]);
    expect(view.actions).toContain('reschedule');
  });
});

describe('The prescreen of the co-branded flow', () => {
  it('is submitted before the order of a calcium score, without the payment [HND-14]', async () => {
    const made = await bought('calcium', 'CALST');
    service.books.purchases.set('user-calcium', { ...made.purchase, prescreen });
    const from = requestCount();
    expect((await open('calcium', made)).status).toBe(201);
    const [, submission, order] = posts(from);
    expect(submission?.path).toBe('/v1/tests/CALST/prescreen-form/submissions');
    expect(submission?.body.prescreen).toEqual(prescreen);
    expect(submission?.body).not.toHaveProperty('external_payment_reference');
    expect(order?.body).toMatchObject({
      order_id: expect.any(String),
      external_payment_reference: 'paid-user-calcium',
    });
  });

  it('orders nothing without answers [HND-14] [PRE-12]', async () => {
    const made = await bought('unanswered', 'CALST');
    const from = requestCount();
    const reply = await open('unanswered', made);
    expect([reply.status, reply.body.code, posts(from)]).toEqual([409, 'prescreen_needed', []]);
  });

  it('is skipped when the product does not require it, even if there are answers [HND-14]', async () => {
    const made = await bought('dexa');
    service.books.purchases.set('user-dexa', { ...made.purchase, prescreen });
    const from = requestCount();
    expect((await open('dexa', made)).status).toBe(201);
    expect(posts(from).some(({ path }) => path.includes('prescreen'))).toBe(false);
    expect(service.logged()).not.toContain('handoff.prescreen_differs');
  });

  it('follows the flag of the product when it differs from the rule, and logs that for the operator [HND-14] [GAP-97] [T26]', async () => {
    const made = await bought('flagged');
    const calcium = await bought('unflagged', 'CALST');
    await service.sandbox.settings({ prescreen_required_for: ['DEXA'] });
    const from = requestCount();
    const flagged = await open('flagged', made);
    expect([flagged.status, flagged.body.code, posts(from)]).toEqual([409, 'prescreen_needed', []]);
    const unflagged = await open('unflagged', calcium);
    await service.sandbox.settings({ prescreen_required_for: ['CALST'] });
    expect(unflagged.status).toBe(201);
    expect(service.logged()).toMatch(/"test_type":"DEXA","code":"flag_set"/);
    expect(service.logged()).toMatch(/"test_type":"CALST","code":"flag_not_set"/);
  });
});

it('orders a purchase once, also after a restore to before it [HND-05]', async () => {
  const service = await coBrandedOfTest();
  const { purchase, times } = await purchased(service.calls, 'user-restored');
  service.books.purchases.set('user-restored', purchase);
  const open = () =>
    service.customer('restored').call<HandoffView>('POST', '/handoffs', { times, customer: profile });
  expect((await open()).body.state).toBe('open');
  const { orders } = await service.sandbox.ledger();

  const database = new DatabaseSync(service.sqliteFile, { timeout: 5_000 });
  for (const table of ['handoffs', 'handoff_purchases', 'appointments', 'writes'])
    database.prepare(`delete from ${table} where customer_id = 'user-restored'`).run();
  database.close();
  const again = await open();
  expect([again.status, again.body.state]).toEqual([201, 'open']);
  expect((await service.sandbox.ledger()).orders).toBe(orders);
});
