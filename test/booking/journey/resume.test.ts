/** A journey is one, wherever it is opened: after a reload, in two tabs, after an end, with what was typed and not sent. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import {
  at,
  choosePlace,
  pickTimes,
  profile,
  questionnaireAnswers,
  untilReview,
} from '../../support/booking.ts';
import { type FullApiServer, origin } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase } from '../../support/test-stores.ts';

let service: FullApiServer;
beforeEach(async () => {
  service = await serverOfTest();
});

describe('The same customer', () => {
  it('opens the same journey at the same step on another device [ENV-13] [IDEM-12]', async () => {
    const first = service.customer('two-devices');
    const view = await untilReview(first, 'DEXA');
    const second = service.customer('two-devices');
    expect(await second.open()).toEqual(view);
  });

  it('has one journey after beginning it in three tabs at the same time [IDEM-12]', async () => {
    const tabs = [service.customer('tabs'), service.customer('tabs'), service.customer('tabs')];
    await Promise.all(tabs.map((tab) => tab.open()));
    const search = { test_types: ['DEXA' as const], near: { zip: '10002' } };
    const replies = await Promise.all(tabs.map((tab) => tab.send('place', { search })));
    // A later tab gets 409, and opens the journey of the first.
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const views = await Promise.all(tabs.map((tab) => tab.open()));
    expect(new Set(views.map((view) => view.journey_id)).size).toBe(1);
    expect(views.every((view) => view.is_stored)).toBe(true);
  });

  it('answers once when two tabs answer at the same time [IDEM-12]', async () => {
    const customer = service.customer('double-click');
    await untilReview(customer, 'DEXA');
    const replies = await Promise.all(
      [1, 2, 3].map(() => customer.send('review', { return_url: `${origin}/book` })),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([200, 200, 200]);
    expect((await service.sandbox.ledger()).orders).toBe(1);
  });

  it('has one effect when a request is repeated after its lost response, and is refused when it differs [IDEM-12]', async () => {
    const customer = service.customer('repeated');
    const timed = await choosePlace(customer, 'DEXA');
    const answer = pickTimes(timed);
    const next = await customer.answer('times', answer);
    customer.view = timed;
    expect(await customer.answer('times', answer)).toEqual(next);
    const view = await customer.answer('identity', profile);
    at(view, 'consent');
    customer.view = timed;
    expect((await customer.send('times', answer)).status).toBe(409);
    customer.view = next;
    expect(await customer.answer('identity', profile)).toEqual(view);
    expect((await customer.send('identity', { ...profile, first_name: 'Inez' })).status).toBe(409);
    customer.view = view;
    const back = await customer.revisit('times');
    customer.view = view;
    expect(await customer.revisit('times')).toEqual(back);
    expect((await service.sandbox.ledger()).identities).toBe(1);
  });

  it('finds typed input that was not sent, and the database holds none of it in clear', async () => {
    const customer = service.customer('drafts');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    at(view, 'identity');
    expect(
      (await customer.draft('identity', { first_name: 'Inesita', nested: [1, { a: true }] })).status,
    ).toBe(204);
    expect((await service.customer('drafts').open()).draft).toEqual({
      first_name: 'Inesita',
      nested: [1, { a: true }],
    });
  });

  it('finds what was sent, after going back, and not a draft that was saved before the last letters', async () => {
    const customer = service.customer('typed-last');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    at(view, 'identity');
    await customer.draft('identity', { texts: { 'address.city': 'Yon' } });
    view = await customer.answer('identity', profile, { texts: { 'address.city': 'Yonkers' } });
    expect((await customer.revisit('identity')).draft).toEqual({ texts: { 'address.city': 'Yonkers' } });
  });

  it('leaves a finished journey for a new one, and an open one without an order', async () => {
    const customer = service.customer('again');
    const first = await untilReview(customer, 'DEXA');
    expect(first.can_start_over).toBe(true);
    const second = await customer.open({ start_over: true });
    expect(second.journey_id).not.toBe(first.journey_id);
    expect(second.shows.step).toBe('place');
    await untilReview(customer, 'DEXA');
    const view = await customer.answer('review', { return_url: `${origin}/book` });
    expect(view.can_start_over).toBe(false);
    const refused = await customer.call<{ code: string }>('POST', '/journeys', { start_over: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'journey_has_order']);
    const sent = await customer.answer('questionnaire', questionnaireAnswers(view));
    at(sent, 'sent');
    expect((await customer.open()).journey_id).toBe(sent.journey_id);
    expect((await customer.open({ start_over: true })).journey_id).not.toBe(sent.journey_id);
  });

  it('starts over in several tabs at the same time', async () => {
    // SQLite serves one request after the other.
    const onPostgres = await serverOfTest({ databaseUrl: await newMigratedDatabase() });
    await untilReview(onPostgres.customer('fresh-tabs'), 'DEXA');
    const tabs = Array.from({ length: 5 }, () => onPostgres.customer('fresh-tabs'));
    await Promise.all(tabs.map((tab) => tab.signIn()));
    const replies = await Promise.all(
      tabs.map((tab) => tab.call<JourneyView>('POST', '/journeys', { start_over: true })),
    );
    expect(replies.map(({ status }) => status).every((status) => status < 300)).toBe(true);
    expect(new Set(replies.map(({ body }) => body.shows.step))).toEqual(new Set(['place']));
  });

  it('continues a paid journey when they start over while the payment arrives', async () => {
    service.payments.paid = false;
    const customer = service.customer('paid-meanwhile');
    const before = await untilReview(customer, 'DEXA');
    await customer.answer('review', { return_url: `${origin}/book` });
    service.payments.paid = true;
    const view = await customer.open({ start_over: true });
    expect(view.journey_id).toBe(before.journey_id);
    at(view, 'questionnaire');
  });
});

describe('The place', () => {
  it('is found by the first five digits of a ZIP+4', async () => {
    const customer = service.customer('zip-plus-four');
    await customer.open();
    const near = (zip: string) =>
      customer.answer('place', { search: { test_types: ['DEXA'], near: { zip } } });
    const { results } = at(await near('10002'), 'place');
    expect(results?.within_radius.length).toBeGreaterThan(0);
    expect(at(await near('10002-1234'), 'place').results).toEqual(results);
  });

  it('unknown to the ZIP table is a result, not an error', async () => {
    const customer = service.customer('no-such-zip');
    await customer.open();
    const view = await customer.answer('place', { search: { test_types: ['DEXA'], near: { zip: '00000' } } });
    expect(view.notice?.code).toBe('zip_unknown');
    expect(at(view, 'place').results).toBeNull();
  });

  it('that is far away shows the nearest places, and labels the alternates [DISC-22] [DISC-23]', async () => {
    const customer = service.customer('alaska');
    await customer.open();
    const view = await customer.answer('place', {
      search: { test_types: ['DEXA'], near: { lat: 64.2008, lng: -149.4937 } },
    });
    const results = at(view, 'place').results;
    expect(results?.within_radius).toEqual([]);
    expect(results?.nearest.length).toBeGreaterThan(0);
    const alternates =
      results?.alternates.flatMap((place) => place.tests.map((test) => test.test_type)) ?? [];
    expect(alternates.length).toBeGreaterThan(0);
    expect(alternates).not.toContain('DEXA');
  });

  it('shows no other tests when the partner wants none [DISC-21]', async () => {
    const customer = service.customer('alaska-dexa-only');
    await customer.open({ alternates: false });
    const near = { lat: 64.2008, lng: -149.4937 };
    const view = await customer.answer('place', { search: { test_types: ['DEXA'], near } });
    expect(at(view, 'place').results).toMatchObject({ alternates: [] });
    expect(at(view, 'place').results?.nearest.length).toBeGreaterThan(0);
  });

  // Also [AUTH-17]
  it('that search returned but the service no longer has is a service error, not an empty calendar [DISC-44] [T44] [ERR-06]', async () => {
    const customer = service.customer('vanished');
    await customer.open();
    const view = await customer.answer('place', { search: { test_types: ['DEXA'], near: { zip: '10002' } } });
    const [test] = at(view, 'place').results?.within_radius[0]?.tests ?? [];
    await service.sandbox.fault('GET', '/v1/locations/*/offerings/*/products', {
      kind: 'status',
      status: 404,
    });
    const choose = { catalog_id: test?.catalog_id ?? '', offering_id: test?.offering_id ?? '' };
    const reply = await customer.send('place', { choose });
    expect(reply.body).toMatchObject({
      status: 404,
      code: 'not_available',
      upstream_request_id: expect.any(String),
    });
    at(await customer.answer('place', { choose }), 'product');
  });

  it('can be chosen only from the results of the search [T43]', async () => {
    const customer = service.customer('made-up-place');
    await customer.open();
    await customer.answer('place', { search: { test_types: ['DEXA'], near: { zip: '10002' } } });
    const id = '00000000-0000-4000-8000-000000000000';
    const reply = await customer.send('place', { choose: { catalog_id: id, offering_id: id } });
    expect(reply.status).toBe(422);
  });

  it('is limited to the tests that the partner offers', async () => {
    const customer = service.customer('gym');
    await customer.open({ test_types: ['DEXA', 'VO2'] });
    const refused = await customer.send('place', {
      search: { test_types: ['CALST'], near: { zip: '10002' } },
    });
    expect(refused.status).toBe(422);
  });
});

describe('A payment hook that fails', () => {
  it('is a problem that a retry can solve, logged for the operator, and nothing is ordered', async () => {
    const customer = service.customer('books-closed');
    await untilReview(customer, 'DEXA');
    service.payments.broken = true;
    const reply = await customer.send('review', { return_url: `${origin}/book` });
    expect([reply.status, (reply.body as unknown as { code: string }).code]).toEqual([
      503,
      'payment_unavailable',
    ]);
    const [failed] = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('"hook.failed"'))
      .map((line) => JSON.parse(line));
    expect(failed).toMatchObject({
      hook: 'payment',
      error_class: 'Error',
      at: expect.stringMatching(/payment .*full-api-server\.ts:\d+:\d+/),
      request_id: (reply.body as unknown as { request_id: string }).request_id,
      record_id: customer.view?.journey_id,
    });
    expect(service.logged()).not.toContain('the books are closed');
    service.payments.broken = false;
    at(await customer.answer('review', { return_url: `${origin}/book` }), 'questionnaire');
    expect((await service.sandbox.ledger()).orders).toBe(1);
  });
});

describe('A draft', () => {
  const ifMatch = (revision: number | undefined) => ({ 'If-Match': `"${revision}"` });

  it('is dropped if its page has not seen the answer: the answer has the last word', async () => {
    const customer = service.customer('late-draft');
    const times = await choosePlace(customer, 'DEXA');
    const path = `/journeys/${times.journey_id}`;
    const [first, second] = [{ times: ['first'] }, { times: ['second'] }];
    const keep = (draft: unknown, { revision } = times) =>
      customer.call('PUT', path, { step: 'times', draft }, ifMatch(revision));
    expect((await keep(first)).status).toBe(204);
    const answered = await customer.answer('times', pickTimes(times));
    const late = await keep(second);
    expect([late.status, late.body]).toEqual([200, { kept: false }]);
    expect((await keep(second, answered)).status).toBe(204);
    await customer.revisit('times');
    expect((await customer.read()).draft).toEqual(second);
  });

  it('needs the revision that its page has seen', async () => {
    const customer = service.customer('draft-of-no-view');
    const { journey_id } = await choosePlace(customer, 'DEXA');
    const saved = { step: 'times', draft: { times: ['first'] } };
    const reply = await customer.call('PUT', `/journeys/${journey_id}`, saved);
    expect([reply.status, reply.body]).toMatchObject([428, { code: 'revision_required' }]);
    expect((await customer.read()).draft).toBeNull();
  });
});

describe('Input of a customer', () => {
  it('is in no log, and in the database only encrypted', async () => {
    const customer = service.customer('canary');
    const typed = {
      ...profile,
      first_name: 'Canaryfirst',
      last_name: 'Canarylast',
      email: 'canary@patient.example',
    };
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    await customer.draft('identity', typed);
    await service.sandbox.fault('POST', '/v1/api-first/identities', { kind: 'malformed' });
    view = await customer.answer('identity', typed);
    at(view, 'consent');
    expect(service.logged()).toContain('write.settled');
    expect(service.logged() + (await service.stored())).not.toMatch(/canary(first|last|@)/i);
  });
});
