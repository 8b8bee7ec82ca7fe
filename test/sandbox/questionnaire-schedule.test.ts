/** The scheduling questionnaire and the scheduling request. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Appointment } from '../../server/contract/upstream-api/appointments.ts';
import {
  type AppointmentQuestionnaire,
  appointmentQuestionnaire,
  type QuestionnaireDefinition,
  questionnaireSubmission,
} from '../../server/contract/upstream-api/questionnaire.ts';
import { type ScheduleResponse, scheduleResponse } from '../../server/contract/upstream-api/schedule.ts';
import type { TestType } from '../../server/contract/upstream-api/test-types.ts';
import {
  answerQuestionnaire,
  type Ordered,
  offeredTimes,
  order,
  pairOf,
  questionnaireBody,
  readyToSchedule,
  scheduleBody,
} from './booking.ts';
import { nobody, openStand, type Partner, type Stand } from './stand.ts';

let stand: Stand;
let partner: Partner;
beforeAll(async () => {
  stand = await openStand();
});
beforeEach(async () => {
  await stand.control('POST', '/reset');
  partner = await stand.partner();
});
afterAll(() => stand.close());

describe('the questionnaire', () => {
  let ordered: Ordered;
  let path: string;
  beforeEach(async () => {
    ordered = await order(partner, 'DEXA');
    path = `${ordered.appointmentPath}/scheduling-questionnaire`;
  });

  it('is previewed per test, and pinned to the appointment at its creation [QST-01, QST-03, QST-05, QST-15, VER-06]', async () => {
    const before = await partner.get<AppointmentQuestionnaire>(path);
    appointmentQuestionnaire.parse(before.data);
    const published = await stand.control<object>('POST', '/templates', {
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

  it('is submitted once, and shows its submission on the read [QST-10, QST-16, QST-17, GAP-59]', async () => {
    const { status, data } = await answerQuestionnaire(partner, ordered);
    expect(status).toBe(201);
    questionnaireSubmission.parse(data);
    expect(Object.keys(data).sort()).toEqual([
      'appointment_id',
      'completed_at',
      'content_hash',
      'outcome',
      'questionnaire_definition_id',
      'questionnaire_submission_id',
      'questionnaire_version',
      'status',
    ]);
    expect(data).toMatchObject({
      status: 'finalized',
      outcome: { status: 'accepted', code: null },
    });
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

  it('replays, conflicts and refuses a second submission [QST-21, QST-22, QST-23]', async () => {
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
    ['an acknowledgement that is not given', { acknowledgements: {} }, 'acknowledgements', ''],
  ])('answers 422 to %s [QST-12, QST-26, GAP-60]', async (_name, changes, part, id) => {
    const body = await questionnaireBody(partner, ordered);
    const { status, code, error } = await partner.post(path, {
      ...body,
      ...changes,
    });
    expect([status, code]).toEqual([422, 'QUESTIONNAIRE_VALIDATION_FAILED']);
    const faults: object = Reflect.get(Object(error.details), part);
    expect(Object.keys(faults)).toEqual(id === '' ? expect.anything() : expect.arrayContaining([id]));
    expect(Object.keys(faults).length).toBeGreaterThan(0);
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
    'of %s for one born %s with %j ends in %s [QST-18, QST-19]',
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
    const stranger = await stand.partner();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await partner.get(`/v1/appointments/${nobody}/scheduling-questionnaire`)).status).toBe(404);
  });
});

describe('the scheduling request', () => {
  let ordered: Ordered;
  const send = (body: object, key?: string) =>
    partner.post<ScheduleResponse>(`${ordered.appointmentPath}/schedule`, body, key);

  beforeEach(async () => {
    ordered = await readyToSchedule(partner);
  });

  it('waits for the location and books nothing [SCH-01, SCH-07, SCH-08, SCH-10, APT-16]', async () => {
    const body = await scheduleBody(partner, ordered);
    const { status, data } = await send(body);
    expect(status).toBe(200);
    scheduleResponse.parse(data);
    expect(data).toEqual({
      appointment_id: ordered.appointmentId,
      order_id: ordered.orderId,
      status: 'pending_confirmation',
      ...body,
      requested_at: expect.any(String),
      requested_timezone: expect.stringContaining('/'),
      physician_order_status: 'pending',
      physician_order_submission_status: 'not_submitted',
      physician_order_submission_deadline_at: null,
      physician_order_submitted_at: null,
      cancellation_reason_code: null,
    });
    const read = await partner.get<Appointment>(ordered.appointmentPath);
    expect(read.data).toMatchObject({
      status: 'pending_confirmation',
      scheduled_for: null,
      confirmed_at: null,
    });
  });

  it('takes one to three alternates and only offered strings, byte for byte [SCH-03, SCH-04, SCH-05, SCH-06, SCH-12, LIM-01, GAP-62]', async () => {
    const [primary = '', a = '', b = '', c = '', d = ''] = await offeredTimes(partner, ordered.pair);
    const inUtc = new Date(primary).toISOString();
    const sameInstant = inUtc.replace('.000Z', '+00:00');
    const refusals: [object, number, unknown][] = [
      [{ selected_appointment_date: primary, alternate_availabilities: [] }, 400, undefined],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: [a, b, c, d],
        },
        400,
        undefined,
      ],
      [{ selected_appointment_date: inUtc, alternate_availabilities: [a] }, 400, undefined],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: [primary],
        },
        400,
        undefined,
      ],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: [a],
          note: 'x',
        },
        400,
        undefined,
      ],
      [
        {
          selected_appointment_date: sameInstant,
          alternate_availabilities: [a],
        },
        409,
        'SLOT_UNAVAILABLE',
      ],
      [
        {
          selected_appointment_date: primary,
          alternate_availabilities: ['2020-01-01T09:00:00-05:00'],
        },
        409,
        'SLOT_UNAVAILABLE',
      ],
    ];
    for (const [body, status, code] of refusals) expect(await send(body)).toMatchObject({ status, code });
    expect(
      (
        await send({
          selected_appointment_date: primary,
          alternate_availabilities: [a, b, c],
        })
      ).status,
    ).toBe(200);
  });

  it('is refused for a time that went meanwhile, and succeeds with another under the same key [SCH-12, GAP-67]', async () => {
    const body = await scheduleBody(partner, ordered);
    await stand.control('POST', '/slots/take', {
      offering_id: ordered.pair.offering_id,
      available_time: body.selected_appointment_date,
    });
    expect(await send(body, 'same')).toMatchObject({
      status: 409,
      code: 'SLOT_UNAVAILABLE',
    });
    expect((await send(await scheduleBody(partner, ordered), 'same')).status).toBe(200);
  });

  it('comes after the questionnaire [ENV-12, GAP-02]', async () => {
    const unanswered = await order(partner, 'DEXA');
    const { status, code } = await partner.post(
      `${unanswered.appointmentPath}/schedule`,
      await scheduleBody(partner, unanswered),
    );
    expect([status, code]).toEqual([409, 'SANDBOX_STEP_OUT_OF_ORDER']);
  });

  it.each([
    [['pregnant'], 409, 'SANDBOX_QUESTIONNAIRE_BLOCKED'],
    [['recent_nuclear_medicine'], 200, undefined],
  ])('after answers of yes to %j is %i [GAP-61]', async (yes, status, code) => {
    const own = await order(partner, 'DEXA');
    await answerQuestionnaire(partner, own, yes);
    const body = await scheduleBody(partner, own);
    expect(await partner.post(`${own.appointmentPath}/schedule`, body)).toMatchObject({ status, code });
  });

  it('is made once while it waits, and again after the location declined [GAP-63, GAP-64]', async () => {
    const body = await scheduleBody(partner, ordered);
    await send(body);
    expect(await send(body)).toMatchObject({
      status: 409,
      code: 'SANDBOX_ALREADY_REQUESTED',
    });
    await stand.control('POST', `/appointments/${ordered.appointmentId}/transition`, {
      to: 'pending_scheduling',
    });
    expect((await send(body)).status).toBe(200);
  });

  it('is not for a co-branded key, nor for an empty calendar [ERR-26, SCH-12]', async () => {
    const coBranded = await stand.partner({ flow: 'co_branded' });
    const own = await readyToSchedule(coBranded);
    const path = `${own.appointmentPath}/schedule`;
    const { status, code } = await coBranded.post(path, await scheduleBody(coBranded, own));
    expect([status, code]).toEqual([409, 'FLOW_ENDPOINT_MISMATCH']);
    expect(await offeredTimes(partner, pairOf('DEXA', 'empty_schedule'))).toEqual([]);
  });
});
