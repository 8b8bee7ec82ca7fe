/** A whole booking over HTTP: what the customer meets, and how often the service is asked. */
import { describe, expect, it } from 'vitest';
import {
  at,
  pickTimes,
  prescreenAnswers,
  profile,
  questionnaireAnswers,
  signConsent,
  untilReview,
} from '../../support/booking.ts';
import { Customer } from '../../support/customer.ts';
import { type FullApiServer, origin } from '../../support/full-api-server.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newEmptyDatabase } from '../../support/test-stores.ts';

let service: FullApiServer;

const returnUrl = `${origin}/book`;

describe.each([
  ['SQLite', async () => undefined],
  ['PostgreSQL', () => newEmptyDatabase()],
])('A booking on %s', (_name, databaseUrl) => {
  it.each(['CALST', 'DEXA'] as const)(
    'of %s goes from the search to a request pending confirmation [ENV-10] [ENV-14]',
    async (testType) => {
      service = await serverOfTest({ databaseUrl: await databaseUrl() });
      const customer = service.customer(`booking-${testType}`);
      let view = await untilReview(customer, testType);
      const times = view.summary.times;
      view = await customer.answer('review', { return_url: returnUrl });
      view = await customer.answer('questionnaire', questionnaireAnswers(view));
      const sent = at(view, 'sent');
      expect(sent.status).toBe('requested');
      expect(sent.requested).toEqual(times);
      expect([sent.paid, sent.email]).toEqual([view.summary.price, profile.email]);
      expect(await service.sandbox.ledger()).toMatchObject({
        identities: 1,
        consent_sessions: 1,
        consent_grants: 1,
        prescreens: testType === 'CALST' ? 1 : 0,
        orders: 1,
        appointments: 1,
        questionnaire_submissions: 1,
        schedule_requests: 1,
      });
    },
  );
});

describe('The review', () => {
  it('advises what to do in an emergency after a Yes to symptoms of the heart, and holds no answer', async () => {
    service = await serverOfTest();
    const customer = service.customer('heart-symptoms');
    at(await untilReview(customer, 'CALST'), 'review');
    await expect(customer.read()).resolves.toMatchObject({ shows: { advises_emergency: false } });
    const asked = await customer.revisit('prescreen');
    const { fields } = prescreenAnswers(asked);
    await customer.answer('prescreen', { fields: { ...fields, symptoms_heart_disease: true } });
    const view = await customer.read();
    expect(view.shows).toMatchObject({ step: 'review', advises_emergency: true });
    expect(JSON.stringify(view)).not.toContain('symptoms');
  });
});

describe('The identity', () => {
  it('is written once for an unchanged profile and confirms it by reading [IDN-12] [IDN-14]', async () => {
    service = await serverOfTest();
    const customer = service.customer('same-identity');
    await untilReview(customer, 'DEXA');
    await customer.revisit('identity');
    const view = await customer.answer('identity', profile);
    at(view, 'review');
    const requests = await service.sandbox.requests();
    expect(
      requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/identities')),
    ).toHaveLength(1);
    expect(
      requests.filter(({ method, path }) => method === 'GET' && path.includes('/identities/')),
    ).toHaveLength(1);
  });

  it('is written again for a changed profile, as a new logical write under a new key to the same identity [IDN-15]', async () => {
    service = await serverOfTest();
    const customer = service.customer('changed-identity');
    await untilReview(customer, 'DEXA');
    await customer.revisit('identity');
    at(await customer.answer('identity', { ...profile, phone: '212 555 0199' }), 'review');
    const writes = (await service.sandbox.requests()).filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/identities'),
    );
    expect(new Set(writes.map((write) => write.idempotency_key)).size).toBe(2);
    expect((await service.sandbox.ledger()).identities).toBe(1);
  });
});

describe('The payment', () => {
  it('trusts the hook and never the page [ORD-07] [ORD-09]', async () => {
    service = await serverOfTest();
    service.payments.paid = false;
    const customer = service.customer('unpaid');
    await untilReview(customer, 'DEXA');
    let view = await customer.answer('review', { return_url: returnUrl });
    expect(at(view, 'review').payment.state).toBe('begun');
    expect(view.notice).toBeNull();
    view = await customer.answer('review', { return_url: `${returnUrl}?paid=true` });
    expect(view.notice?.code).toBe('payment_not_arrived');
    expect(view.summary.paid).toBe(false);
    expect((await service.sandbox.ledger()).orders).toBe(0);
    service.payments.paid = true;
    view = await customer.answer('review', { return_url: returnUrl });
    at(view, 'questionnaire');
    expect(view.summary.paid).toBe(true);
    expect(new Set(service.payments.asked.map((request) => request.journeyId)).size).toBe(1);
    expect((await service.sandbox.ledger()).orders).toBe(1);
  });

  it('shows the terms of the partner, and tells a return without payment from one that may have paid', async () => {
    service = await serverOfTest({
      env: {
        REFUND_IF_UNCONFIRMED: 'All of it back.',
        REFUND_IF_UNCONFIRMED_ES: 'Todo de vuelta.',
        SUPPORT_PHONE: '555 0142',
      },
    });
    service.payments.paid = false;
    const customer = service.customer('canceled');
    expect(at(await untilReview(customer, 'DEXA'), 'review').terms).toEqual({
      refund_if_unconfirmed: { default: 'All of it back.', es: 'Todo de vuelta.' },
      refund_if_stopped: null,
      refund_if_clinic_cancels: null,
      cancellation: null,
      contact: { phone: '555 0142', email: null, url: null },
    });
    await customer.answer('review', { return_url: `${returnUrl}?from=mail` });
    expect(service.payments.asked.at(-1)).toMatchObject({
      returnUrl: `${returnUrl}?from=mail`,
      cancelUrl: `${returnUrl}?from=mail&dx-payment=canceled`,
    });
    let view = await customer.answer('review', { return_url: returnUrl });
    expect(view.notice?.code).toBe('payment_not_arrived');
    view = await customer.answer('review', { return_url: returnUrl, canceled: true });
    expect([view.notice, at(view, 'review').payment.state]).toEqual([null, 'begun']);
    service.payments.paid = true;
    at(await customer.answer('review', { return_url: returnUrl, canceled: true }), 'questionnaire');
  });

  it('returns only to the origin of the page that asks', async () => {
    service = await serverOfTest();
    const customer = service.customer('return-elsewhere');
    await untilReview(customer, 'DEXA');
    const reply = await customer.send('review', { return_url: 'https://elsewhere.example/' });
    expect(reply.status).toBe(422);
    expect(service.payments.asked).toHaveLength(0);
  });

  it('is made at another page of the partner than the one at which the booking began', async () => {
    const app = 'https://app.clinic.example';
    service = await serverOfTest({ env: { ORIGINS: `${origin},${app}` } });
    service.payments.paid = false;
    await untilReview(service.customer('two-pages'), 'DEXA');
    const there = new Customer(service.url, app, 'user-two-pages');
    at(await there.open(), 'review');
    const back = await there.send('review', { return_url: returnUrl });
    expect(back.status).toBe(422);
    expect(at(await there.answer('review', { return_url: `${app}/book` }), 'review').payment.state).toBe(
      'begun',
    );
    expect(service.payments.asked.map((asked) => asked.returnUrl)).toEqual([`${app}/book`]);
    service.payments.paid = true;
    const returned = service.customer('two-pages');
    at(await returned.open(), 'review');
    at(await returned.answer('review', { return_url: returnUrl }), 'questionnaire');
  });

  it('fixes the test and the place once it has begun', async () => {
    service = await serverOfTest();
    service.payments.paid = false;
    const customer = service.customer('begun');
    await untilReview(customer, 'DEXA');
    const view = await customer.answer('review', { return_url: returnUrl });
    const closed = view.steps.filter((step) => !step.can_revisit).map((step) => step.name);
    expect(closed).toEqual(expect.arrayContaining(['place', 'product']));
    expect(view.steps.find((step) => step.name === 'times')?.can_revisit).toBe(true);
  });
});

describe('Going back', () => {
  it('keeps everything still valid, and asks again only for what depends on the change', async () => {
    service = await serverOfTest();
    const customer = service.customer('back');
    const before = await untilReview(customer, 'DEXA');
    let view = await customer.revisit('times');
    expect(at(view, 'times').chosen).toEqual(before.summary.times);
    view = await customer.answer('times', pickTimes(view, 2));
    at(view, 'review');
    expect(view.summary.times).not.toEqual(before.summary.times);
    expect((await service.sandbox.ledger()).consent_grants).toBe(1);
  });

  it('asks for the consent again when another test type is chosen', async () => {
    service = await serverOfTest();
    const customer = service.customer('other-test');
    await untilReview(customer, 'DEXA');
    await customer.revisit('place');
    let view = await customer.answer('place', { search: { test_types: ['VO2'], near: { zip: '10002' } } });
    const [test] = at(view, 'place').results?.within_radius[0]?.tests ?? [];
    expect(test?.test_type).toBe('VO2');
    view = await customer.answer('place', {
      choose: { catalog_id: test?.catalog_id ?? '', offering_id: test?.offering_id ?? '' },
    });
    view = await customer.answer('product', { accept: true });
    view = await customer.answer('times', pickTimes(view));
    expect(at(view, 'consent').decisions).toHaveLength(4);
    at(await customer.answer('consent', signConsent(view)), 'review');
  });
});
