/** The questionnaire and the scheduling request. */
import { deepEqual, equal, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { answers, done, each } from '../assertions.ts';
import {
  answered,
  answerQuestionnaire,
  nobody,
  order,
  questionnaireBody,
  read,
  scheduleBody,
  timesOf,
} from '../booking.ts';
import { defineArea } from '../check.ts';
import { brief, type Client } from '../client.ts';
import type { Ordered } from '../ordered.ts';
import { type Shape, type TestType, testTypes } from '../shapes.ts';

const { must, told, checks } = defineArea('scheduling', 'Endpoints: Questionnaire and scheduling');
/** The checks of this area. */
export const scheduling = checks;

const questionnaireOf = ({ path }: Ordered) => `${path}/scheduling-questionnaire`;
type Pinned = Shape<'definition'> & Record<string, unknown>;

must.read`preview: each test has a questionnaire [QST-01] [QST-06] [QST-07]`(({ partner }) =>
  each(testTypes, async (type) => {
    const found = await done(partner.get<Shape<'definition'>>(`/v1/tests/${type}/scheduling-questionnaire`));
    partialDeepStrictEqual(found, { status: 'active', canonical_test_type: type });
  }),
);

must.levers`pinned: an appointment keeps the questionnaire of its creation [QST-03] [QST-05] [QST-15] [VER-06]`(
  async (trial) => {
    const { partner } = trial;
    const path = questionnaireOf(await order(partner));
    const before = await done(partner.get<Pinned>(path));
    const published = await trial.control<object>('POST', '/templates', {
      kind: 'questionnaire',
      test_type: 'DEXA',
    });
    const preview = await done(partner.get<Shape<'definition'>>('/v1/tests/DEXA/scheduling-questionnaire'));
    partialDeepStrictEqual(preview, published.json);
    ok(preview.version > before.version);
    deepEqual(await done(partner.get<Pinned>(path)), before);
  },
);

must.write`submit: a submission is final, and shown on the read [QST-10] [QST-16] [QST-17]`(
  async ({ partner }) => {
    const ordered = await order(partner);
    const body = await questionnaireBody(partner, ordered);
    const first = await partner.post<Shape<'submission'>>(questionnaireOf(ordered), body, 'one');
    answers(first, 201);
    const { questionnaire_definition_id, content_hash } = body;
    partialDeepStrictEqual(first.data, {
      appointment_id: ordered.id,
      questionnaire_definition_id,
      content_hash,
    });
    const shown = JSON.stringify(await done(partner.get(questionnaireOf(ordered))));
    ok(shown.includes(first.data.questionnaire_submission_id));
  },
);

must.write`once: a key replays or conflicts, and another key comes too late [QST-21] [QST-22] [QST-23]`(
  async ({ partner }) => {
    const ordered = await order(partner);
    const body = await questionnaireBody(partner, ordered);
    const send = (changes: object, key: string) =>
      partner.post(questionnaireOf(ordered), { ...body, ...changes }, key);
    const first = await send({}, 'one');
    deepEqual((await send({}, 'one')).data, first.data);
    const yes = Object.fromEntries(Object.keys(body.answers).map((id) => [id, true]));
    answers(await send({ answers: yes }, 'one'), '409 IDEMPOTENCY_CONFLICT');
    equal((await send({}, 'two')).code, 'QUESTIONNAIRE_ALREADY_SUBMITTED');
  },
);

must.write`version: another definition or hash is a version mismatch [QST-14]`(async ({ partner }) => {
  const ordered = await order(partner);
  const body = await questionnaireBody(partner, ordered);
  for (const wrong of [{ questionnaire_definition_id: nobody }, { content_hash: 'other' }])
    equal(
      (await partner.post(questionnaireOf(ordered), { ...body, ...wrong })).code,
      'QUESTIONNAIRE_VERSION_MISMATCH',
    );
  answers(await partner.post(questionnaireOf(ordered), body), 201);
});

must.write`answers: wrong answers and acknowledgements are 422, and named [QST-12] [QST-26]`(
  async ({ partner }) => {
    const ordered = await order(partner);
    const body = await questionnaireBody(partner, ordered);
    const [answer = ''] = Object.keys(body.answers);
    const [acknowledgement = ''] = Object.keys(body.acknowledgements);
    await each(
      [
        [answer, { answers: { ...body.answers, [answer]: 'no' } }],
        [answer, { answers: {} }],
        ['invented', { answers: { ...body.answers, invented: true } }],
        [acknowledgement, { acknowledgements: {} }],
        [acknowledgement, { acknowledgements: { [acknowledgement]: false } }],
      ] as const,
      async ([id, changes]) => {
        const refused = await partner.post(questionnaireOf(ordered), { ...body, ...changes });
        answers(refused, '422 QUESTIONNAIRE_VALIDATION_FAILED');
        ok(JSON.stringify(refused.error.details).includes(id));
      },
    );
  },
);

told.write`submission: the names of refused answers and of a finalized submission [GAP-59] [GAP-60] [GAP-105]`(
  async ({ partner }) => {
    const ordered = await order(partner);
    const body = await questionnaireBody(partner, ordered);
    const refused = await partner.post(questionnaireOf(ordered), {
      ...body,
      answers: {},
      acknowledgements: {},
    });
    await done(partner.post(questionnaireOf(ordered), body));
    const { submission } = await done(partner.get<Pinned>(questionnaireOf(ordered)));
    return {
      refused: refused.error.details,
      submission: Object.keys(Object(submission)),
      again: brief(await partner.post(questionnaireOf(ordered), body)),
      'another version': brief(
        await partner.post(questionnaireOf(await order(partner)), { ...body, content_hash: 'other' }),
      ),
    };
  },
);

const outcomes: [TestType, string, string[], string][] = [
  ['CALST', '1970-02-03', ['pregnant'], 'CALST_PREGNANCY_INELIGIBLE'],
  ['CALST', '2000-02-03', [], 'CALST_UNDER_40_INELIGIBLE'],
  ['CALST', '1940-02-03', [], 'CALST_OVER_75_INELIGIBLE'],
  ['DEXA', '1970-02-03', ['pregnant'], 'DEXA_PREGNANCY_INELIGIBLE'],
  ['DEXA', '1970-02-03', ['recent_barium'], 'DEXA_RECENT_BARIUM_INELIGIBLE'],
  ['DEXA', '2020-02-03', [], 'DEXA_UNDER_16_INELIGIBLE'],
  ['VO2', '2020-02-03', [], 'VO2_UNDER_16_INELIGIBLE'],
  ['VO2', '1970-02-03', ['heart_condition', 'heart_medication'], 'VO2_TWO_OR_MORE_RISK_ANSWERS'],
  ['HYDROSTATIC', '1970-02-03', ['seizures'], 'HYDROSTATIC_RECENT_SEIZURE_INELIGIBLE'],
];
// The ids of the answers are the sandbox's.
must.levers`outcomes: age and answers decide the outcome [QST-18] [QST-19]`(({ partner }) =>
  each(outcomes, async ([type, date_of_birth, yes, code]) => {
    const { data } = await answerQuestionnaire(partner, await order(partner, type, { date_of_birth }), yes);
    equal(data.outcome.code, code);
    ok(['blocked', 'physician_review_required'].includes(data.outcome.status));
  }),
);
must.write`accepted: answers without a risk are accepted [QST-18]`(async ({ partner }) => {
  const { data } = await answerQuestionnaire(partner, await order(partner));
  deepEqual(data.outcome, { status: 'accepted', code: null });
});

must.write`foreign: the questionnaire of an unknown or foreign appointment is 404 [AUTH-10]`(
  async (trial) => {
    const path = questionnaireOf(await order(trial.partner));
    answers(await (await trial.stranger()).get(path), 404);
    answers(await trial.partner.get(`/v1/appointments/${nobody}/scheduling-questionnaire`), 404);
  },
);

const schedule = (client: Client, { path }: Ordered, body: object, key?: string) =>
  client.post<Shape<'scheduled'>>(`${path}/schedule`, body, key);

must.write`request: a request waits for the location, with the times byte for byte [SCH-01] [SCH-07] [SCH-08] [SCH-10] [SCH-05] [APT-16]`(
  async ({ partner }) => {
    const ordered = await answered(partner);
    const body = await scheduleBody(partner, ordered);
    const { status, data } = await schedule(partner, ordered, body);
    ok(status === 200 || status === 201);
    partialDeepStrictEqual(data, { appointment_id: ordered.id, order_id: ordered.orderId, ...body });
    const shown = await read(partner, ordered);
    partialDeepStrictEqual(shown, {
      status: 'pending_confirmation',
      scheduled_for: null,
      confirmed_at: null,
    });
    equal(shown.location.timezone, data.requested_timezone);
  },
);

must.write`times: a request has one to three alternates, all with an offset, all offered [SCH-03] [SCH-04] [SCH-06] [SCH-12] [LIM-01]`(
  async ({ partner }) => {
    const ordered = await answered(partner);
    const [primary = '', a, b, c, d] = (await timesOf(partner, ordered.pair)).slice(4);
    const send = (selected_appointment_date: unknown, alternate_availabilities: unknown) =>
      schedule(partner, ordered, { selected_appointment_date, alternate_availabilities });
    await each(
      [
        [primary, []],
        [primary, undefined],
        [undefined, [a]],
        [primary, [a, b, c, d]],
        [new Date(primary).toISOString(), [a]],
        [primary.slice(0, 19), [a]],
      ],
      async ([first, others]) => answers(await send(first, others), 400),
    );
    equal((await send(primary, ['2020-01-01T09:00:00-05:00'])).code, 'SLOT_UNAVAILABLE');
    answers(await send(primary, [a, b, c]), 200);
  },
);

told.write`odd-times: the same time twice, the same instant in other words, unknown fields, a second request [GAP-62] [GAP-63]`(
  async ({ partner }) => {
    const ordered = await answered(partner);
    const body = await scheduleBody(partner, ordered);
    const { selected_appointment_date: primary } = body;
    const send = async (changes: object) => brief(await schedule(partner, ordered, { ...body, ...changes }));
    return {
      twice: await send({ alternate_availabilities: [primary] }),
      'same instant': await send({
        selected_appointment_date: new Date(primary).toISOString().replace('.000Z', '+00:00'),
      }),
      'an unknown field': await send({ note: 'x' }),
      first: await send({}),
      second: await send({}),
    };
  },
);

must.levers`taken: a time that was taken is SLOT_UNAVAILABLE, and its key is free for another [SCH-12] [GAP-67]`(
  async (trial) => {
    const { partner } = trial;
    const ordered = await answered(partner);
    const body = await scheduleBody(partner, ordered);
    await trial.control('POST', '/slots/take', {
      offering_id: ordered.pair.offering_id,
      available_time: body.selected_appointment_date,
    });
    equal((await schedule(partner, ordered, body, 'same')).code, 'SLOT_UNAVAILABLE');
    answers(await schedule(partner, ordered, await scheduleBody(partner, ordered), 'same'), 200);
  },
);

must.levers`declined: after the location declined, there is another request [GAP-64]`(async (trial) => {
  const ordered = await answered(trial.partner);
  const body = await scheduleBody(trial.partner, ordered);
  await done(schedule(trial.partner, ordered, body));
  await trial.move(ordered.id, 'pending_scheduling');
  answers(await schedule(trial.partner, ordered, body), 200);
});

must.write`order-of-steps: the questionnaire comes before the schedule [ENV-12]`(async ({ partner }) => {
  const ordered = await order(partner);
  const refused = await schedule(partner, ordered, await scheduleBody(partner, ordered));
  ok(refused.status >= 400 && refused.status < 500, brief(refused));
});

told.levers`unanswered: a schedule without a questionnaire, and after each kind of outcome [GAP-02] [GAP-61]`(
  async ({ partner }) => {
    const answersOf = async (yes: string[] | null) => {
      const ordered = await order(partner);
      if (yes) await answerQuestionnaire(partner, ordered, yes);
      return brief(await schedule(partner, ordered, await scheduleBody(partner, ordered)));
    };
    return {
      unanswered: await answersOf(null),
      blocked: await answersOf(['pregnant']),
      'for review': await answersOf(['recent_nuclear_medicine']),
    };
  },
);

must.write`co-branded: a co-branded key does not schedule [ERR-26]`(async (trial) => {
  const key = await trial.key({ flow: 'co_branded' });
  const ordered = await answered(key);
  equal((await schedule(key, ordered, await scheduleBody(key, ordered))).code, 'FLOW_ENDPOINT_MISMATCH');
});
