/** A time that was taken, and a profile that the order rejects: the customer returns to the step and loses nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  choosePlace,
  pickTimes,
  profile,
  questionnaireAnswers,
  untilReview,
} from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { pay, refusal, untilQuestionnaire } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;
beforeEach(async () => {
  service = await serverOfTest();
});

describe('A time that is no longer available', () => {
  /** Begins a payment that does not arrive. The customer goes back to the times, and the first one is taken. */
  async function loseTimeWhilePaying(name: string) {
    const customer = service.customer(name);
    const view = await untilReview(customer, 'DEXA');
    service.payments.paid = false;
    await customer.answer('review', pay);
    const { primary = '', alternates = [] } = view.summary.times ?? {};
    await service.sandbox.takeTime(primary);
    await customer.revisit('times');
    expect((await customer.answer('times', { primary, alternates })).notice?.code).toBe('slot_gone');
    return { customer, journeyId: view.journey_id };
  }

  it('before the payment sends the customer to fresh times and requests no payment', async () => {
    const customer = service.customer('gone-before-paying');
    const view = await untilReview(customer, 'DEXA');
    const { primary = '', alternates = [] } = view.summary.times ?? {};
    await service.sandbox.takeTime(primary);
    const again = await customer.answer('review', pay);
    expect(again.notice?.code).toBe('slot_gone');
    expect(at(again, 'times')).toMatchObject({
      taken: { lost: [primary], kept: alternates },
      sends_request: false,
      timezone: 'America/New_York',
    });
    expect(service.payments.asked).toHaveLength(0);
    at(await customer.answer('times', pickTimes(again)), 'review');
  });

  it('after a payment was begun lets the customer start over', async () => {
    const { customer, journeyId } = await loseTimeWhilePaying('gone-while-paying');
    const fresh = await customer.open({ start_over: true });
    expect([fresh.shows.step, fresh.journey_id === journeyId]).toEqual(['place', false]);
  });

  it('after a payment that then arrived continues the booking when the customer starts over', async () => {
    const { customer, journeyId } = await loseTimeWhilePaying('gone-then-paid');
    service.payments.paid = true;
    const paid = await customer.open({ start_over: true });
    expect(paid.journey_id).toBe(journeyId);
    at(await customer.answer('times', pickTimes(paid)), 'questionnaire');
  });

  it('at scheduling sends the customer to fresh times, then continues under a new key [ERR-41] [DISC-35]', async () => {
    const customer = service.customer('gone-at-scheduling');
    let view = await untilQuestionnaire(customer);
    const answers = questionnaireAnswers(view);
    const { primary = '', alternates = [] } = view.summary.times ?? {};
    const [lost = '', ...kept] = alternates;
    await service.sandbox.takeTime(lost);
    view = await customer.answer('questionnaire', answers);
    expect(view.notice?.code).toBe('slot_gone');
    expect(at(view, 'times')).toMatchObject({
      taken: { lost: [lost], kept: [primary, ...kept] },
      sends_request: true,
    });
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

  it.each([
    ['no code', 409, null],
    ['a slot that is gone', 409, { code: 'SLOT_UNAVAILABLE' }],
  ])(
    'whose request took effect without a response was requested, whatever its repetition gets: %s',
    async (name, status, details) => {
      const customer = service.customer(`requested-${name}`);
      const view = await untilQuestionnaire(customer);
      const path = '/v1/appointments/*/schedule';
      await service.sandbox.fault('POST', path, { kind: 'drop_after' });
      await service.sandbox.fault('POST', path, refusal(status, details));
      const sent = await customer.answer('questionnaire', questionnaireAnswers(view));
      at(sent, 'sent');
      expect(sent.summary.times).toEqual(view.summary.times);
      expect((await service.sandbox.ledger()).schedule_requests).toBe(1);
    },
  );

  it('at its own step costs only that time, whatever a draft says', async () => {
    const customer = service.customer('gone-while-choosing');
    const view = await choosePlace(customer, 'DEXA');
    const { primary, alternates } = pickTimes(view);
    await customer.draft('times', { times: [primary] });
    await service.sandbox.takeTime(primary);
    const again = await customer.answer('times', { primary, alternates });
    expect(at(again, 'times').taken).toEqual({ lost: [primary], kept: alternates });
    expect(again.draft).toBeNull();
    const [first = '', ...others] = alternates;
    at(await customer.answer('times', { primary: first, alternates: others }), 'identity');
    expect(at(await customer.revisit('times'), 'times').taken).toBeNull();
  });
});

describe('The profile', () => {
  it('that the order rejects is corrected at its step, and the payment stays valid [ERR-14] [GAP-50]', async () => {
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
