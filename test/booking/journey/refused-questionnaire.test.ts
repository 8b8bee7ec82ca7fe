/** What the service may answer to a questionnaire, and where each answer leads. */
import { beforeEach, describe, expect, it } from 'vitest';
import { at, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { pay, refusal, untilQuestionnaire } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

let service: FullApiServer;
beforeEach(async () => {
  service = await serverOfTest();
});

describe('The questionnaire', () => {
  // Also [T18]
  it('that changed since is shown and answered again [ERR-39] [QST-13] [T17]', async () => {
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

  it('with another hash than the appointment has is not sent [QST-02] [QST-13]', async () => {
    const customer = service.customer('other-hash');
    const view = await untilQuestionnaire(customer);
    const again = await customer.answer('questionnaire', {
      ...questionnaireAnswers(view),
      content_hash: 'of-a-newer-one',
    });
    expect(again.notice?.code).toBe('questionnaire_changed');
    expect((await service.sandbox.ledger()).questionnaire_submissions).toBe(0);
  });

  it('that was already submitted continues with the original result [ERR-40] [T20]', async () => {
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

  const code = 'QUESTIONNAIRE_VALIDATION_FAILED';
  it.each([
    ['a map of answers', (id: string) => ({ code, answers: { [id]: 'is required' } })],
    ['a list of answers', (id: string) => ({ code, answers: [{ field_id: id }] })],
    ['a list of errors', (id: string) => ({ code, errors: [{ field_id: id, message: 'is required' }] })],
    ['errors by field', (id: string) => ({ code, field_errors: { [id]: ['is required'] } })],
    ['a path', (id: string) => ({ code, errors: [{ path: `body.answers.${id}` }] })],
    ['sentences without a code', (id: string) => [`${id} is required`]],
  ])('with answers rejected by %s names them [ERR-25] [GAP-60]', async (name, details) => {
    const customer = service.customer(`refused-${name}`);
    const view = await untilQuestionnaire(customer);
    const [field] = at(view, 'questionnaire').fields;
    await service.sandbox.fault(
      'POST',
      '/v1/appointments/*/scheduling-questionnaire',
      refusal(422, details(field?.id ?? '')),
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
    // Also [T19]
    'of %s with yes to %s ends the journey, for any code [QST-18] [QST-20] [VER-07]',
    async (testType, yes, step, code) => {
      const customer = service.customer(`blocked-${testType}`);
      await untilReview(customer, testType);
      const view = await customer.answer('review', pay);
      const end = await customer.answer('questionnaire', questionnaireAnswers(view, [...yes]));
      expect(at(end, step).outcome_code).toBe(code);
      expect((await service.sandbox.ledger()).schedule_requests).toBe(0);
    },
  );

  it('that requires a physician review continues to the request and tells the customer [QST-18] [GAP-61]', async () => {
    const customer = service.customer('review-of-physician');
    await untilReview(customer, 'VO2');
    const view = await customer.answer('review', pay);
    const risks = ['heart_condition', 'chest_pain_with_activity'];
    const end = await customer.answer('questionnaire', questionnaireAnswers(view, risks));
    expect(at(end, 'sent')).toMatchObject({ physician_review: true, status: 'requested' });
  });
});
