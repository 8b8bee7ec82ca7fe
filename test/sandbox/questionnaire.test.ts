/** The scheduling questionnaire. */
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  AppointmentQuestionnaire,
  QuestionnaireDefinition,
} from '../../server/contract/upstream-api/questionnaire.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import { answerQuestionnaire, type Ordered, order, questionnaireBody } from './booking.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { nobody } from './sandbox-harness.ts';

eachWithPartner();

describe('the questionnaire', () => {
  let ordered: Ordered;
  let path: string;
  beforeEach(async () => {
    ordered = await order(partner, 'DEXA');
    path = `${ordered.appointmentPath}/scheduling-questionnaire`;
  });

  // Also [QST-15] [VER-06]
  it('is previewed per test, and pinned to the appointment at its creation [QST-01] [QST-03] [QST-05]', async () => {
    const before = await partner.get<AppointmentQuestionnaire>(path);
    const published = await harness.control<object>('POST', '/templates', {
      kind: 'questionnaire',
      test_type: 'DEXA',
    });
    const preview = await partner.get<QuestionnaireDefinition>('/v1/tests/DEXA/scheduling-questionnaire');
    expect(preview.data).toMatchObject(published.json);
    expect(preview.data).toMatchObject({
      version: 2,
      status: 'active',
      canonical_test_type: 'DEXA',
    });
    expect((await partner.get(path)).data).toEqual(before.data);
    expect(before.data).toMatchObject({ version: 1, submission: null });
  });

  // Also [GAP-59]
  it('is submitted once, and shows its submission on the read [QST-10] [QST-16] [QST-17]', async () => {
    const { status, data } = await answerQuestionnaire(partner, ordered);
    expect(status).toBe(201);
    expect((await partner.get<AppointmentQuestionnaire>(path)).data.submission).toEqual(data);
  });

  it('answers another definition or hash with a version mismatch [QST-14]', async () => {
    const body = await questionnaireBody(partner, ordered);
    for (const wrong of [{ questionnaire_definition_id: nobody }, { content_hash: 'other' }]) {
      const { status, code } = await partner.post(path, { ...body, ...wrong });
      expect([status, code]).toEqual([409, 'QUESTIONNAIRE_VERSION_MISMATCH']);
    }
    expect((await partner.post(path, body)).status).toBe(201);
  });

  it('replays, conflicts and refuses a second submission [QST-21] [QST-22] [QST-23]', async () => {
    const body = await questionnaireBody(partner, ordered);
    const first = await partner.post(path, body, 'one');
    expect(await partner.post(path, body, 'one')).toMatchObject({
      status: 201,
      data: first.data,
    });
    const other = {
      ...body,
      answers: { ...body.answers, recent_barium: true },
    };
    expect(await partner.post(path, other, 'one')).toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(await partner.post(path, body, 'two')).toMatchObject({
      status: 409,
      code: 'QUESTIONNAIRE_ALREADY_SUBMITTED',
    });
  });

  it.each([
    ['an answer that is no boolean', { answers: { pregnant: 'no' } }, 'answers', 'pregnant'],
    ['an answer that is missing', { answers: {} }, 'answers', 'recent_barium'],
    ['an answer to nothing', { answers: { invented: true } }, 'answers', 'invented'],
    ['an acknowledgement that is not given', { acknowledgements: {} }, 'acknowledgements', undefined],
  ])('answers 422 to %s [QST-12] [QST-26] [GAP-60]', async (_name, changes, part, answer) => {
    const body = await questionnaireBody(partner, ordered);
    const id = answer ?? Object.keys(body.acknowledgements)[0] ?? '';
    const { status, code, error } = await partner.post(path, {
      ...body,
      ...changes,
    });
    expect([status, code]).toEqual([422, 'QUESTIONNAIRE_VALIDATION_FAILED']);
    expect(error.details).toMatchObject({ [part]: { [id]: expect.any(String) } });
  });

  it.each<[TestType, string, string[], string]>([
    ['CALST', '1970-02-03', ['pregnant'], 'CALST_PREGNANCY_INELIGIBLE'],
    ['CALST', '2000-02-03', [], 'CALST_UNDER_40_INELIGIBLE'],
    ['CALST', '1940-02-03', [], 'CALST_OVER_75_INELIGIBLE'],
    ['DEXA', '1970-02-03', ['pregnant'], 'DEXA_PREGNANCY_INELIGIBLE'],
    ['DEXA', '1970-02-03', ['recent_barium'], 'DEXA_RECENT_BARIUM_INELIGIBLE'],
    ['DEXA', '2020-02-03', [], 'DEXA_UNDER_16_INELIGIBLE'],
    ['VO2', '2020-02-03', [], 'VO2_UNDER_16_INELIGIBLE'],
    ['VO2', '1970-02-03', ['heart_condition', 'heart_medication'], 'VO2_TWO_OR_MORE_RISK_ANSWERS'],
    ['HYDROSTATIC', '1970-02-03', ['seizures'], 'HYDROSTATIC_RECENT_SEIZURE_INELIGIBLE'],
  ])(
    'of %s for a customer born %s with %j ends in %s [QST-18] [QST-19]',
    async (testType, date_of_birth, yes, code) => {
      const own = await order(partner, testType, {
        customer: { date_of_birth },
      });
      const { data } = await answerQuestionnaire(partner, own, yes);
      expect(data.outcome).toEqual({
        status: expect.stringMatching(/^(blocked|physician_review_required)$/),
        code,
      });
    },
  );

  it('of an unknown or foreign appointment is 404', async () => {
    const stranger = await harness.partner();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await partner.get(`/v1/appointments/${nobody}/scheduling-questionnaire`)).status).toBe(404);
  });
});
