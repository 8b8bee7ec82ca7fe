/** What a member sees when the service does not respond, refuses, or responds with a page that cannot be used. */

import { describe, expect, it, onTestFinished } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { systemClock } from '../../server/core/clock.ts';
import { asked, confirmOnPage, profile } from '../support/co-branded-server.ts';
import type { Customer } from '../support/customer.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/scripted-refusal.ts';
import { coBrandedOfFile, coBrandedOfTest } from '../support/server-of-test.ts';

const path = '/v1/orders/*/schedule-handoff';
/** The server's clock runs ahead by this. */
let aheadMs = 0;
const service = await coBrandedOfFile({
  clock: systemClock(() => Date.now() + aheadMs),
  tuning: { writes: { retryLimit: 4 } },
});

const until = async (customer: Customer, view: HandoffView, holds: (view: HandoffView) => boolean) => {
  let now = view;
  await eventually(async () => {
    if (holds(now)) return true;
    now = (await customer.call<HandoffView>('GET', `/handoffs/${view.handoff_id}`)).body;
    return false;
  });
  return now;
};

describe('The write of the handoff', () => {
  it.each([
    ['no data', { code: 201, data: null, error: null }],
    ['empty data', { code: 201, data: {}, error: null }],
  ])('that succeeds with %s waits for the customer, then has the page', async (name, body) => {
    const id = name.replace(' ', '-');
    const ordered = await service.ordered(id);
    const customer = service.customer(id);
    await service.sandbox.fault('POST', path, { kind: 'status', status: 201, body });
    const opened = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    expect(opened.body).toMatchObject({ state: 'stalled', url: null });
    const retried = await customer.call<HandoffView>('POST', `/handoffs/${opened.body.handoff_id}/retry`);
    expect((await until(customer, retried.body, ({ state }) => state === 'open')).url).not.toBeNull();
  });

  it('that gets no response too often waits for the customer, then repeats the same request', async () => {
    const ordered = await service.ordered('stalled');
    const customer = service.customer('stalled');
    await service.sandbox.fault('POST', path, { kind: 'status', status: 503 }, { times: 4 });
    const opened = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    const stalled = await until(customer, opened.body, ({ state }) => state === 'stalled');
    // The server also sends it again by itself, once the service responds.
    expect([stalled.state, stalled.url, stalled.poll_after_ms]).toEqual(['stalled', null, 15_000]);
    // Another request beside one whose end is not known is refused.
    const { primary, alternates } = ordered.times;
    const turned = { primary: alternates[0] ?? '', alternates: [primary] };
    const beside = await customer.call<ProblemBody>('POST', '/handoffs', asked(ordered, { times: turned }));
    expect([beside.status, beside.body.code]).toEqual([409, 'handoff_under_way']);
    const retried = await customer.call<HandoffView>('POST', `/handoffs/${stalled.handoff_id}/retry`);
    expect((await until(customer, retried.body, ({ state }) => state === 'open')).url).not.toBeNull();
  });
});

it('waits for a request that is under way before it sends another one [HND-05]', async () => {
  // The time for which it waits does not pass.
  const patient = await coBrandedOfTest({ clock: { ...systemClock(), elapsed: () => 0 } });
  const ordered = await patient.ordered('hurried');
  const { primary, alternates } = ordered.times;
  const turned = { primary: alternates[0] ?? '', alternates: [primary] };
  await patient.sandbox.fault('POST', path, { kind: 'delay', ms: 600 }, { times: 1 });
  const open = (body: object) => patient.customer('hurried').call<HandoffView>('POST', '/handoffs', body);
  const first = open(asked(ordered));
  await expect
    .poll(() => patient.wire.requests.some(({ url }) => url.endsWith('/schedule-handoff')))
    .toBe(true);
  const second = await open(asked(ordered, { times: turned }));
  expect([(await first).status, second.status, second.body.state]).toEqual([201, 201, 'open']);
});

describe('A request whose response was lost and whose repetition is refused', () => {
  /** The keys of the requests for a page since `from`. */
  const keysSince = (from: number) =>
    service.wire.requests
      .slice(from)
      .filter(({ url }) => url.endsWith('/schedule-handoff'))
      .map(({ headers }) => headers['idempotency-key']);

  async function lost(id: string, no: object) {
    const ordered = await service.ordered(id);
    const from = service.wire.requests.length;
    await service.sandbox.fault('POST', path, { kind: 'drop_after' });
    await service.sandbox.fault('POST', path, no);
    const open = (over?: object) =>
      service.customer(id).call<HandoffView & ProblemBody>('POST', '/handoffs', asked(ordered, over));
    expect((await open()).status).toBe(409);
    return { ordered, open, keys: () => keysSince(from) };
  }

  it('is repeated under its key when it is made again, so that there is one page', async () => {
    const { open, keys } = await lost('lost', refusal(409, null));
    expect((await open()).body.state).toBe('open');
    expect([new Set(keys()).size, keys().length]).toEqual([1, 3]);
  });

  it('has another key once its own was refused again, which the service may repeat for ever', async () => {
    const { open, keys } = await lost('lost-twice', refusal(409, null));
    await service.sandbox.fault('POST', path, refusal(409, null));
    expect((await open()).status).toBe(409);
    expect((await open()).body.state).toBe('open');
    expect([new Set(keys()).size, keys().length]).toEqual([2, 4]);
  });

  it('has another key for other times', async () => {
    const { ordered, open, keys } = await lost('lost-turned', refusal(409, null));
    const { primary, alternates } = ordered.times;
    const turned = { primary: alternates[0] ?? '', alternates: [primary] };
    expect((await open({ times: turned })).body.state).toBe('open');
    expect([new Set(keys()).size, keys().length]).toEqual([2, 3]);
  });

  it('has another key if the service knows its key with another payload', async () => {
    const { open, keys } = await lost('lost-bound', refusal(409, { code: 'IDEMPOTENCY_CONFLICT' }));
    expect((await open()).body.state).toBe('open');
    expect([new Set(keys()).size, keys().length]).toEqual([2, 3]);
  });
});

describe('A rejection', () => {
  it.each([
    [409, { code: 'SLOT_UNAVAILABLE' }, 409, 'slot_unavailable', []],
    [
      400,
      ['customer_data.phone: must have 10 or 11 digits', 'return_url: is on a host'],
      422,
      'not_accepted',
      ['customer.phone'],
    ],
    [404, null, 404, 'order_not_found', []],
    [409, { code: 'SOMETHING_NEW' }, 409, 'handoff_refused', []],
  ])('of %i %j becomes %i %s, in our words', async (status, details, ours, code, paths) => {
    const id = `refused-${code}`;
    const ordered = await service.ordered(id);
    await service.sandbox.fault('POST', path, refusal(status, details));
    const reply = await service.customer(id).call<ProblemBody>('POST', '/handoffs', asked(ordered));
    expect([reply.status, reply.body.code]).toEqual([ours, code]);
    expect((reply.body.fields ?? []).map((field) => field.path)).toEqual(paths);
    expect(reply.body.upstream_request_id).toBe('req_for_support');
    expect(JSON.stringify(reply.body)).not.toContain('must have');
  });
});

it('counts the age on the day at the location, where it is another day in UTC', async () => {
  const ordered = await service.ordered('birthday');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  // The location is west of Greenwich.
  aheadMs = Date.parse(`${tomorrow}T03:00:00Z`) - Date.now();
  onTestFinished(() => {
    aheadMs = 0;
  });
  const born = `${Number(tomorrow.slice(0, 4)) - 16}${tomorrow.slice(4)}`;
  const body = asked(ordered, { customer: { ...profile, date_of_birth: born } });
  const reply = await service.customer('birthday').call<ProblemBody>('POST', '/handoffs', body);
  expect([reply.body.code, reply.body.fields?.[0]?.path]).toEqual([
    'invalid_fields',
    'customer.date_of_birth',
  ]);
});

it('shows the request that another page made while this one was asked for [HND-21]', async () => {
  let meanwhile: (() => Promise<void>) | null = null;
  const raced = await coBrandedOfTest({
    async change({ url }) {
      if (!url.endsWith('/schedule-handoff')) return;
      const act = meanwhile;
      meanwhile = null;
      await act?.();
    },
  });
  const ordered = await raced.ordered('raced');
  const customer = raced.customer('raced');
  const first = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
  const { primary, alternates } = ordered.times;
  const turned = { primary: alternates[0] ?? '', alternates: [primary] };
  meanwhile = () => confirmOnPage(first.body.url ?? '', ordered.times);
  const second = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered, { times: turned }));
  expect(second.body).toMatchObject({
    state: 'requested',
    refusal: null,
    appointment: { status: 'pending_confirmation' },
  });
});

describe('The response', () => {
  const answer = (data: object) => ({
    kind: 'status',
    status: 201,
    body: { code: 201, data, error: null },
  });
  const open = async (id: string, data: object) => {
    const ordered = await service.ordered(id);
    await service.sandbox.fault('POST', path, answer(data));
    return service.customer(id).call<HandoffView & ProblemBody>('POST', '/handoffs', asked(ordered));
  };

  it('may use other names for the page address, and omit its expiry [GAP-94]', async () => {
    const reply = await open('other-name', { hosted_url: `${service.frameOrigin}/hosted/x`, extra: 1 });
    expect([reply.status, reply.body.url, reply.body.expires_at]).toEqual([
      201,
      `${service.frameOrigin}/hosted/x`,
      null,
    ]);
  });

  it.each([
    ['on another origin', { url: 'https://elsewhere.example/hosted' }, 'handoff_origin_mismatch'],
    ['on a look-alike', { url: 'http://127.0.0.1.elsewhere.example/hosted' }, 'handoff_origin_mismatch'],
    ['without HTTPS', { url: 'http://pages.example/hosted' }, 'handoff_origin_mismatch'],
    ['as a path elsewhere', { url: '//elsewhere.example/hosted' }, 'handoff_origin_mismatch'],
    ['that is a script', { url: 'javascript:alert(1)' }, 'handoff_origin_mismatch'],
    ['that is not there', { address: 'https://elsewhere.example/' }, 'assumption_unmet'],
    ['that is no address', { url: 'elsewhere' }, 'assumption_unmet'],
  ])('with a page %s sends nobody there, and logs it for the operator [GAP-94]', async (name, data, code) => {
    const reply = await open(name.replaceAll(' ', '-'), data);
    expect([reply.status, reply.body.code]).toEqual([503, code]);
    expect(service.logged()).toContain('"event":"handoff.unusable"');
    expect(JSON.stringify(reply.body)).not.toContain('elsewhere');
  });
});

describe('A request that does not show', () => {
  it('has an unknown outcome, and the customer can ask again [HND-21] [GAP-98]', async () => {
    const ordered = await service.ordered('unknown');
    const customer = service.customer('unknown');
    const { body } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    const at = `/handoffs/${body.handoff_id}`;
    expect((await customer.call<HandoffView>('POST', `${at}/verify`)).body.state).toBe('verifying');
    aheadMs = 61_000;
    const later = await customer.call<HandoffView>('GET', at);
    expect([later.body.state, later.body.poll_after_ms]).toEqual(['unknown', 15_000]);
    await confirmOnPage(body.url ?? '', ordered.times);
    await service.sandbox.fault('GET', '/v1/appointments', { kind: 'status', status: 503 }, { times: 8 });
    expect((await customer.call<HandoffView>('POST', `${at}/verify`)).body.state).toBe('verifying');
    await service.sandbox.clearFaults();
    expect((await customer.call<HandoffView>('GET', at)).body.state).toBe('requested');
    aheadMs = 0;
  });

  it('has another page for a customer whose outcome is unknown', async () => {
    const ordered = await service.ordered('dead-page');
    const customer = service.customer('dead-page');
    const { body } = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    await customer.call<HandoffView>('POST', `/handoffs/${body.handoff_id}/verify`);
    aheadMs = 61_000;
    const unknown = await customer.call<HandoffView>('GET', `/handoffs/${body.handoff_id}`);
    const again = await customer.call<HandoffView>('POST', `/handoffs/${body.handoff_id}/retry`);
    aheadMs = 0;
    expect([unknown.body.state, again.body.state]).toEqual(['unknown', 'open']);
    expect(again.body.url).not.toBe(body.url);
    await confirmOnPage(again.body.url ?? '', ordered.times);
    const seen = await customer.call<HandoffView>('GET', `/handoffs/${again.body.handoff_id}`);
    expect(seen.body.state).toBe('requested');
  });

  it('opens a new page after the old one expired', async () => {
    const ordered = await service.ordered('ended');
    const customer = service.customer('ended');
    const first = await customer.call<HandoffView>('POST', '/handoffs', asked(ordered));
    aheadMs = 25 * 3600_000;
    const second = await service.customer('ended').call<HandoffView>('POST', '/handoffs', asked(ordered));
    aheadMs = 0;
    expect(second.status).toBe(201);
    expect(second.body.handoff_id).not.toBe(first.body.handoff_id);
  });
});
