/** Every refusal of the error table that the journey can meet leads to the action it names, with nothing lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  choosePlace,
  pickTimes,
  profile,
  questionnaireAnswers,
  signConsent,
  untilReview,
} from './booking.ts';
import type { Customer } from './customer.ts';
import { origin, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const pay = { return_url: `${origin}/book` };

const refusal = (status: number, details: unknown) => ({
  kind: 'status',
  status,
  body: {
    code: status,
    data: null,
    error: {
      details,
      message: 'refused',
      path: '/v1',
      request_id: 'req_for_support',
      timestamp: '2026-01-01T00:00:00.000Z',
    },
  },
});

async function untilQuestionnaire(customer: Customer) {
  await untilReview(customer, 'DEXA');
  return customer.answer('review', pay);
}

describe('A time that has gone', () => {
  it('before paying sends the customer to fresh times and asks for no money', async () => {
    const customer = service.customer('gone-before-paying');
    const view = await untilReview(customer, 'DEXA');
    await service.sandbox.takeSlot(await offeringOf(), view.summary.times?.primary ?? '');
    const again = await customer.answer('review', pay);
    expect(again.notice?.code).toBe('slot_gone');
    expect(service.payments.asked).toHaveLength(0);
    at(await customer.answer('times', pickTimes(again)), 'review');
  });

  it('at scheduling sends the customer to fresh times, then on under a new key [SCH-12] [ERR-41] [DISC-35]', async () => {
    const customer = service.customer('gone-at-scheduling');
    let view = await untilQuestionnaire(customer);
    const answers = questionnaireAnswers(view);
    await service.sandbox.takeSlot(await offeringOf(), view.summary.times?.primary ?? '');
    view = await customer.answer('questionnaire', answers);
    expect(view.notice?.code).toBe('slot_gone');
    at(await customer.answer('times', pickTimes(view)), 'sent');
    const writes = (await service.sandbox.requests()).filter(
      ({ path, method }) => method === 'POST' && path.endsWith('/schedule'),
    );
    expect(new Set(writes.map((write) => write.idempotency_key)).size).toBe(2);
    expect(await service.sandbox.ledger()).toMatchObject({
      orders: 1,
      schedule_requests: 1,
      questionnaire_submissions: 1,
    });
  });

  const offeringOf = async () => {
    const requests = await service.sandbox.requests();
    const path =
      requests.findLast(({ path, method }) => method === 'GET' && path.endsWith('/schedule'))?.path ?? '';
    return path.split('/').at(-2) ?? '';
  };
});

describe('The questionnaire', () => {
  it('that changed meanwhile is shown and answered anew [ERR-39] [QST-13] [T17] [T18]', async () => {
    const customer = service.customer('changed');
    const view = await untilQuestionnaire(customer);
    await customer.draft('questionnaire', { answers: {} });
    await service.sandbox.fault(
      'POST',
      '/v1/appointments/*/scheduling-questionnaire',
      refusal(409, { code: 'QUESTIONNAIRE_VERSION_MISMATCH' }),
    );
    const again = await customer.answer('questionnaire', questionnaireAnswers(view));
    expect(again.notice?.code).toBe('questionnaire_changed');
    expect(again.draft).toBeNull();
    at(await customer.answer('questionnaire', questionnaireAnswers(again)), 'sent');
  });

  it('answered under another hash than the appointment has is not sent [QST-02] [QST-13]', async () => {
    const customer = service.customer('other-hash');
    const view = await untilQuestionnaire(customer);
    const again = await customer.answer('questionnaire', {
      ...questionnaireAnswers(view),
      content_hash: 'of-a-newer-one',
    });
    expect(again.notice?.code).toBe('questionnaire_changed');
    expect((await service.sandbox.ledger()).questionnaire_submissions).toBe(0);
  });

  it('already submitted goes on with the original result [ERR-40] [T20]', async () => {
    const customer = service.customer('already');
    const view = await untilQuestionnaire(customer);
    await service.sandbox.fault('POST', '/v1/appointments/*/scheduling-questionnaire', {
      kind: 'drop_after',
    });
    await service.sandbox.fault(
      'POST',
      '/v1/appointments/*/scheduling-questionnaire',
      refusal(409, { code: 'QUESTIONNAIRE_ALREADY_SUBMITTED' }),
      { skip: 1 },
    );
    at(await customer.answer('questionnaire', questionnaireAnswers(view)), 'sent');
    expect((await service.sandbox.ledger()).questionnaire_submissions).toBe(1);
  });

  it('with answers refused names them [ERR-25] [QST-26]', async () => {
    const customer = service.customer('refused-answers');
    const view = await untilQuestionnaire(customer);
    const [field] = at(view, 'questionnaire').fields;
    await service.sandbox.fault(
      'POST',
      '/v1/appointments/*/scheduling-questionnaire',
      refusal(422, {
        code: 'QUESTIONNAIRE_VALIDATION_FAILED',
        answers: { [field?.id ?? '']: 'is required' },
      }),
    );
    const again = await customer.answer('questionnaire', questionnaireAnswers(view));
    expect(again.notice).toMatchObject({
      code: 'correct_answers',
      fields: [{ path: `answers.${field?.id}` }],
      upstream_request_id: 'req_for_support',
    });
    at(await customer.answer('questionnaire', questionnaireAnswers(again)), 'sent');
  });

  it.each([
    ['DEXA', ['pregnant'], 'blocked', 'DEXA_PREGNANCY_INELIGIBLE'],
    ['SECA', ['implanted_electronics'], 'blocked', 'SECA_IMPLANTED_DEVICE_INELIGIBLE'],
  ] as const)(
    'of %s answered yes to %s ends the journey, whatever its code [QST-18] [QST-20] [VER-07] [T19]',
    async (testType, yes, step, code) => {
      const customer = service.customer(`blocked-${testType}`);
      await untilReview(customer, testType);
      const view = await customer.answer('review', pay);
      const end = await customer.answer('questionnaire', questionnaireAnswers(view, [...yes]));
      expect(at(end, step).outcome_code).toBe(code);
      expect((await service.sandbox.ledger()).schedule_requests).toBe(0);
    },
  );

  it('that asks for a physician review goes on to the request and says so [QST-18] [GAP-61]', async () => {
    const customer = service.customer('review-of-physician');
    await untilReview(customer, 'VO2');
    const view = await customer.answer('review', pay);
    const risks = ['heart_condition', 'chest_pain_with_activity'];
    const end = await customer.answer('questionnaire', questionnaireAnswers(view, risks));
    expect(at(end, 'sent')).toMatchObject({ physician_review: true, status: 'pending_confirmation' });
  });
});

describe('The consent', () => {
  it('that changed since it was shown is shown anew [CONS-19] [T57]', async () => {
    const customer = service.customer('consent-changed');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    const signed = signConsent(view);
    await service.sandbox.publish('consent', 'DEXA');
    view = await customer.answer('consent', signed);
    expect(view.notice?.code).toBe('consent_changed');
    expect(at(view, 'consent').content_hash).not.toBe(signed.content_hash);
    at(await customer.answer('consent', signConsent(view)), 'review');
  });

  it('finds an open session of an older text in its way and gives that up first [ERR-38] [CONS-23] [CONS-28] [T60]', async () => {
    const customer = service.customer('consent-open');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    await service.sandbox.fault(
      'POST',
      '/v1/api-first/consent-sessions/*/finalize',
      refusal(409, { code: 'SANDBOX_TEMPLATE_STALE' }),
    );
    await customer.answer('consent', signConsent(view));
    await service.sandbox.publish('consent', 'DEXA');
    view = await customer.read();
    at(await customer.answer('consent', signConsent(view)), 'review');
    expect(await service.sandbox.ledger()).toMatchObject({ consent_sessions: 2, consent_grants: 1 });
  });

  it('with a decision left open is not sent [CONS-37] [GAP-21]', async () => {
    const customer = service.customer('consent-open-decision');
    let view = await choosePlace(customer, 'DEXA');
    view = await customer.answer('times', pickTimes(view));
    view = await customer.answer('identity', profile);
    const signed = signConsent(view);
    const reply = await customer.send('consent', {
      ...signed,
      decisions: { ...signed.decisions, data_use: false },
    });
    expect(reply.status).toBe(422);
    expect((await service.sandbox.ledger()).consent_sessions).toBe(0);
  });

  it('that an order no longer accepts is asked for again, then the same order goes with it [ERR-36] [T14] [GAP-68]', async () => {
    const customer = service.customer('grant-again');
    await untilReview(customer, 'DEXA');
    await service.sandbox.fault('POST', '/v1/orders', refusal(409, { code: 'CONSENT_GRANT_REQUIRED' }));
    const view = await customer.answer('review', pay);
    expect(view.notice?.code).toBe('consent_needed_again');
    at(await customer.answer('consent', signConsent(view)), 'questionnaire');
    const orders = (await service.sandbox.requests()).filter(
      ({ path, method }) => method === 'POST' && path === '/v1/orders',
    );
    expect(orders).toHaveLength(2);
    expect(new Set(orders.map((order) => order.idempotency_key)).size).toBe(1);
    expect(service.payments.asked).toHaveLength(1);
  });
});

describe('The profile', () => {
  it('refused by the order is corrected where it was typed, and the payment stands [ERR-13] [ERR-14] [GAP-50]', async () => {
    const customer = service.customer('bad-profile');
    await untilReview(customer, 'DEXA');
    await service.sandbox.fault(
      'POST',
      '/v1/orders',
      refusal(400, {
        code: 'INVALID_CUSTOMER_PROFILE',
        field_errors: { 'customer.phone_number': ['too short'] },
        missing_fields: ['customer.height'],
      }),
    );
    let view = await customer.answer('review', pay);
    expect(view.notice?.code).toBe('correct_profile');
    expect(view.notice?.fields.map((field) => field.path).sort()).toEqual(['height_inches', 'phone']);
    expect(at(view, 'identity')).toMatchObject({ profile, asks_body_measures: true });
    view = await customer.answer('identity', { ...profile, phone: '2125550177', height_inches: 66 });
    at(view, 'questionnaire');
    expect(service.payments.asked).toHaveLength(1);
    expect((await service.sandbox.ledger()).orders).toBe(1);
  });
});

describe('What only the operator can mend', () => {
  it.each([401, 403])('a %i stops the write, resumable with the same key [AUTH-16]', async (status) => {
    const customer = service.customer(`stopped-${status}`);
    await untilReview(customer, 'DEXA');
    await service.sandbox.fault('POST', '/v1/orders', refusal(status, null));
    let view = await customer.answer('review', pay);
    expect(view.notice?.code).toBe('stalled');
    view = await customer.retry();
    at(view, 'questionnaire');
    const orders = (await service.sandbox.requests()).filter(
      ({ path, method }) => method === 'POST' && path === '/v1/orders',
    );
    expect(orders).toHaveLength(2);
    expect(new Set(orders.map((order) => order.idempotency_key)).size).toBe(1);
  });

  it.each(['FLOW_ENDPOINT_MISMATCH', 'IDEMPOTENCY_CONFLICT', 'SOMETHING_NEW'])(
    '%s asks for support and tries nothing else [ERR-07] [ERR-42] [ERR-24]',
    async (code) => {
      const customer = service.customer(`wiring-${code}`);
      const view = await untilQuestionnaire(customer);
      await service.sandbox.fault('POST', '/v1/appointments/*/schedule', refusal(409, { code }));
      const after = await customer.answer('questionnaire', questionnaireAnswers(view));
      expect(after.notice).toMatchObject({ code: 'support_needed', upstream_request_id: 'req_for_support' });
      expect(at(after, 'schedule').step).toBe('schedule');
      at(await customer.retry(), 'sent');
      expect((await service.sandbox.ledger()).schedule_requests).toBe(1);
    },
  );

  it('no configuration, no journey [CFG-30] [ERR-19] [ERR-20] [T54]', async () => {
    await service.sandbox.settings({ configuration_available: false });
    const customer = service.customer('no-configuration');
    const reply = await customer.call<{ code: string }>('POST', '/journeys', {});
    expect([reply.status, reply.body.code]).toEqual([503, 'configuration_unavailable']);
  });
});

describe('A key provisioned otherwise', () => {
  it.each([
    ['api_partner_pdf', 'service_service'],
    ['service_consent_api', 'api_partner_pdf'],
  ])(
    '%s with %s gets a problem that says so, and no journey [CFG-09] [CFG-30]',
    async (consent, physician) => {
      await service.stop();
      service = await startService({
        key: { flow: 'full_api', customer_consent_mode: consent, physician_order_mode: physician },
      });
      const reply = await service.customer('other-branch').call<{ code: string }>('POST', '/journeys', {});
      expect([reply.status, reply.body.code]).toEqual([503, 'branch_not_supported']);
    },
  );

  it('in mid-journey leaves the open journey as it was [CFG-18] [CFG-17] [T52]', async () => {
    await service.stop();
    service = await startService({
      key: {
        flow: 'full_api',
        customer_consent_mode: 'service_consent_api',
        physician_order_mode: 'service_service',
      },
    });
    const customer = service.customer('changed-key');
    const view = await untilReview(customer, 'DEXA');
    const asked = (await service.sandbox.requests()).filter(({ path }) =>
      path.endsWith('integration-configuration'),
    );
    expect(asked).toHaveLength(1);
    expect(view.shows.step).toBe('review');
  });
});
