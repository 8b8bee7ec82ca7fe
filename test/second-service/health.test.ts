/** A service whose health forms ask more than the specification shows: all of it is asked, or nothing is paid (GAP-44, GAP-58). */
import { describe, expect, it } from 'vitest';
import {
  at,
  choosePlace,
  pickTimes,
  profile,
  signConsent,
  untilReview,
  untilSent,
} from '../support/booking.ts';
import type { Customer } from '../support/customer.ts';
import type { FullApiServer } from '../support/full-api-server.ts';
import type { Change, Rewrite } from '../support/recording-proxy.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { dataOf } from './differences.ts';

type Fields = Record<string, unknown>;
type Questionnaire = { sections: Fields[]; fields: Fields[]; acknowledgements: Fields[] } & Fields;
type Prescreen = { sections: { fields: Fields[] }[]; consent: Fields } & Fields;

let service: FullApiServer;

/** The preview and the questionnaire of the appointment. */
const questionnaireWith = (change: (content: Questionnaire) => void) =>
  dataOf<{ content: Questionnaire }>(/^GET .*\/scheduling-questionnaire$/, ({ content }) => change(content));
const prescreenWith = (change: (copy: Prescreen, form: Fields) => void) =>
  dataOf<{ copy: Prescreen } & Fields>(/\/prescreen-form$/, (form) => change(form.copy, form));
/** Changes the first question. */
const questionWith = (more: Fields) =>
  questionnaireWith(({ fields }) => void Object.assign(fields[0] ?? {}, more));
const controlWith = (more: Fields) =>
  prescreenWith(({ sections }) => void Object.assign(sections[1]?.fields[0] ?? {}, more));

async function start(rewrite: Rewrite, assumptions: object = {}, change: Change = () => {}) {
  service = await serverOfTest({
    rewrite,
    assumptions,
    env: { METRICS_PORT: '0', SUPPORT_PHONE: '(555) 010-0142' },
    change,
  });
  return service.customer('ines');
}

async function untilConsent(customer: Customer) {
  await customer.answer('times', pickTimes(await choosePlace(customer, 'CALST')));
  return customer.answer('identity', profile);
}
const untilPrescreen = async (customer: Customer) =>
  customer.answer('consent', signConsent(await untilConsent(customer)));

const asksMore = { value: true, label: 'Yes', follow_up: { id: 'how', label: 'How often?' } };
const question = { id: 'beta', label: 'Do you take beta blockers?', required: true, type: 'boolean' };

// [QST-27] [VER-13]
describe('Stops before the payment when', () => {
  it.each<[string, string, Rewrite]>([
    [
      'a required question has a type that cannot be drawn',
      'questionnaire.fieldTypes',
      questionWith({ type: 'slider' }),
    ],
    ['a choice has no options', 'questionnaire.optionKeys.list', questionWith({ type: 'select' })],
    [
      'an option has no text',
      'questionnaire.optionKeys.label',
      questionWith({ type: 'select', options: [{ value: 'often', wording: 'Often' }] }),
    ],
    [
      'an option has no value',
      'questionnaire.optionKeys.value',
      questionWith({ type: 'select', options: [{ code: 'often', label: 'Often' }] }),
    ],
    [
      'text stands beside a label under a key that nobody knows',
      'questionnaire.helpKeys',
      questionWith({ caution: 'Answer yes if you are not sure.' }),
    ],
    [
      'text stands in a section',
      'questionnaire.helpKeys',
      questionnaireWith(
        ({ sections }) =>
          void Object.assign(sections[0] ?? {}, { caution: 'These decide whether you can be tested.' }),
      ),
    ],
    [
      'text stands beside the sections',
      'questionnaire.helpKeys',
      questionnaireWith(
        (content) => void Object.assign(content, { caution: 'These decide whether you can be tested.' }),
      ),
    ],
    [
      'a question depends on another one',
      'questionnaire.unsupportedKeys',
      questionWith({ visible_when: { answer: true } }),
    ],
    [
      'a condition is within another key of the question',
      'questionnaire.unsupportedKeys',
      questionWith({ ui: { rules: [{ visible_when: 'age == 3' }] } }),
    ],
    [
      'an option contains a question',
      'questionnaire.unsupportedKeys',
      questionWith({ type: 'select', options: [asksMore] }),
    ],
    [
      'a question names another one under a key that nobody knows',
      'questionnaire.unsupportedKeys',
      questionnaireWith(
        ({ fields }) => void Object.assign(fields[0] ?? {}, { only: [{ of: fields[1]?.id, is: true }] }),
      ),
    ],
    [
      'an optional group contains a question',
      'questionnaire.unsupportedKeys',
      questionWith({ type: 'group', required: false, fields: [question] }),
    ],
    [
      'the text of an acknowledgement is under another key',
      'questionnaire.copyKeys',
      questionnaireWith((content) => {
        const reworded = content.acknowledgements.map(({ copy, ...rest }) => ({ ...rest, wording: copy }));
        content.acknowledgements = reworded;
      }),
    ],
    [
      'text stands beside an acknowledgement',
      'questionnaire.helpKeys',
      questionnaireWith(
        ({ acknowledgements }) =>
          void Object.assign(acknowledgements[0] ?? {}, { caution: 'You cannot take this back later.' }),
      ),
    ],
  ])('%s [GAP-58]', async (_, entry, rewrite) => {
    const customer = await start(rewrite);
    const contact = { phone: '(555) 010-0142', email: null, url: null };
    const refused = { code: 'assumption_unmet', title: expect.stringContaining(entry), contact };
    await untilReview(customer, 'DEXA');
    await expect(
      customer.answer('review', { return_url: 'https://clinic.example/book' }),
    ).rejects.toMatchObject({
      reply: { status: 503, body: { ...refused, request_id: expect.stringMatching(/./) } },
    });
    expect(service.payments.asked).toEqual([]);
    expect(await service.sandbox.ledger()).toMatchObject({ orders: 0 });
    expect(service.logged()).toContain(`"entry":"${entry}"`);
    expect(await service.metrics()).toMatch(
      new RegExp(`dx_assumptions_unmet_total\\{entry="${entry.replaceAll('.', '\\.')}"\\} [1-9]`),
    );
  });

  it.each<[string, string, Rewrite]>([
    ['a required control cannot be drawn', 'prescreen.controls', controlWith({ control: 'dial' })],
    [
      'the form requires a field that it does not have',
      'prescreen.controls',
      prescreenWith((_, form) => void (form.required_fields as string[]).push('shoe_size')),
    ],
    [
      'text stands beside a label',
      'prescreen.helpKeys',
      controlWith({ caution: 'Answer yes if you are not sure.' }),
    ],
    [
      'text stands beside the permission',
      'prescreen.helpKeys',
      prescreenWith(
        ({ consent }) => void Object.assign(consent, { caution: 'You cannot take this back later.' }),
      ),
    ],
    ['a question depends on another one', 'prescreen.unsupportedKeys', controlWith({ when: 'sex = female' })],
    ['another key has a condition', 'prescreen.unsupportedKeys', controlWith({ ui: { show_if: { S1: 1 } } })],
    ['an option contains a question', 'prescreen.unsupportedKeys', controlWith({ options: [asksMore] })],
  ])('the prescreen: %s [GAP-44]', async (_, entry, rewrite) => {
    const customer = await start(rewrite);
    const refused = { code: 'assumption_unmet', title: expect.stringContaining(entry) };
    await expect(untilPrescreen(customer)).rejects.toMatchObject({ reply: { status: 503, body: refused } });
    expect(await service.sandbox.ledger()).toMatchObject({ orders: 0 });
  });
});

describe('Shows', () => {
  it('the text beside each label, and asks nothing about what is not for the customer', async () => {
    const customer = await start(
      questionnaireWith((content) => {
        const [section, field, item] = [content.sections[0], content.fields[0], content.acknowledgements[0]];
        Object.assign(content, { introduction: 'Take your time with these questions.' });
        Object.assign(section ?? {}, { description: 'They are about today.' });
        Object.assign(field ?? {}, {
          help_text: 'Answer yes if you are not sure.',
          caution: ['Ask your physician.'],
          internal_note: 'Reviewed by the physicians in March.',
          unit: 'kg',
          tags: ['a1'],
        });
        for (const each of content.fields) {
          Reflect.deleteProperty(each, 'section_id');
          Object.assign(each, { part: section?.id });
        }
        Object.assign(item ?? {}, { hint: 'Keep a copy of this text.' });
      }),
      { questionnaire: { helpKeys: ['caution'], sectionKeys: ['part'] } },
    );
    await untilReview(customer, 'DEXA');
    const shown = at(
      await customer.answer('review', { return_url: 'https://clinic.example/book' }),
      'questionnaire',
    );
    expect(shown.help).toBe('Take your time with these questions.');
    expect(shown.sections[0]?.help).toBe('They are about today.');
    expect(shown.fields[0]?.help).toBe('Answer yes if you are not sure.\nAsk your physician.\nkg');
    expect(shown.fields[1]?.help).toBeNull();
    expect(shown.sections.map(({ id }) => id)).toContain(shown.fields[0]?.section_id);
    expect(shown.acknowledgements[0]?.help).toBe('Keep a copy of this text.');
    await untilSent(customer, await customer.read());
  });

  it('the text beside the labels of the prescreen', async () => {
    const customer = await start(
      prescreenWith(({ sections, consent }) => {
        Object.assign(sections[0] ?? {}, { description: 'They are about today.' });
        Object.assign(sections[1]?.fields[0] ?? {}, { help_text: 'Answer yes if you are not sure.' });
        Object.assign(consent, {
          hint: 'Only about this test.',
          internal_note: 'Reviewed by the lawyers in March.',
        });
      }),
    );
    const { sections, consent } = at(await untilPrescreen(customer), 'prescreen');
    expect(sections[0]?.help).toBe('They are about today.');
    expect(sections[1]?.fields[0]?.help).toBe('Answer yes if you are not sure.');
    expect(consent.help).toBe('Only about this test.');
    await untilSent(customer, await customer.read());
  });

  it('no question of an unknown type that may stay without an answer, and reports it [GAP-58]', async () => {
    const customer = await start(questionWith({ type: 'slider', required: false }));
    await untilReview(customer, 'DEXA');
    const shown = at(
      await customer.answer('review', { return_url: 'https://clinic.example/book' }),
      'questionnaire',
    );
    expect(shown.fields.every(({ type }) => type === 'boolean')).toBe(true);
    expect(service.logged()).toMatch(/"entry":"questionnaire.fieldTypes","path":"[a-z.]+","keys":"slider/);
    expect(service.payments.asked).toHaveLength(1);
    expect(await service.metrics()).toContain(
      'dx_assumptions_unmet_total{entry="questionnaire.fieldTypes"} 0\n',
    );
  });
});

/** The answers as the server sends them. */
let sentAnswers: Fields;
/** The sandbox has yes and no questions only: it gets "no" in place of each other answer. */
const asBooleans: Change = (request) => {
  if (request.method !== 'POST' || !request.url.endsWith('/scheduling-questionnaire')) return;
  const { answers, ...sent } = JSON.parse(request.body) as { answers: Fields };
  sentAnswers = answers;
  const booleans = Object.entries(answers).map(([id, answer]) => [id, answer === true]);
  request.body = JSON.stringify({ ...sent, answers: Object.fromEntries(booleans) });
};

describe('Books to the end', () => {
  it.each<[string, Fields, unknown, object]>([
    ['a number', { type: 'integer', unit: 'kg' }, 72, {}],
    ['words', { type: 'text' }, 'None that I know of', {}],
    [
      'a choice',
      {
        type: 'select',
        options: [
          { value: 3, label: 'Often' },
          { id: 'r', title: 'Rarely' },
        ],
      },
      3,
      {},
    ],
    ['a choice of plain texts', { type: 'Radio', choices: ['Often', 'Rarely'] }, 'Often', {}],
    ['a choice by key', { type: 'select', options: { often: 'Often', rarely: 'Rarely' } }, 'often', {}],
    [
      'yes or no in own words',
      {
        options: [
          { value: false, label: 'I am not' },
          { value: true, label: 'I am' },
        ],
      },
      false,
      {},
    ],
    [
      'another type with the file',
      { type: 'one of', picks: [{ code: 'o', wording: 'Often' }] },
      'o',
      {
        questionnaire: {
          fieldTypes: ['one of choice'],
          optionKeys: { list: ['picks'], value: ['code'], label: ['wording'] },
        },
      },
    ],
    [
      'a condition that the file ignores',
      { visible_when: { sex: 'female' }, ui: { visible_when: { sex: 'female' } } },
      false,
      { questionnaire: { ignoredKeys: ['visible_when'] } },
    ],
  ])('with %s among the questions [GAP-58]', async (_, more, expected, file) => {
    const customer = await start(questionWith(more), file, asBooleans);
    await untilReview(customer, 'DEXA');
    await untilSent(customer, await customer.read());
    expect(Object.values(sentAnswers)[0]).toEqual(expected);
    expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
  });

  it('with a question of the prescreen that the specification does not list: its answer is sent', async () => {
    const extra = {
      name: 'on_dialysis',
      label: 'Are you on dialysis?',
      control: 'boolean_radio',
      required: true,
    };
    let sentAnswer: unknown;
    const customer = await start(
      prescreenWith(({ sections }, form) => {
        sections[0]?.fields.push({ ...extra, options: null });
        (form.required_fields as string[]).push('on_dialysis');
      }),
      {},
      (request) => {
        if (!request.url.endsWith('/prescreen-form/submissions')) return;
        const { prescreen, ...sent } = JSON.parse(request.body) as { prescreen: Fields };
        const { on_dialysis, ...listed } = prescreen;
        sentAnswer = on_dialysis;
        request.body = JSON.stringify({ ...sent, prescreen: listed });
      },
    );
    await untilPrescreen(customer);
    await untilSent(customer, await customer.read());
    expect(sentAnswer).toBe(false);
  });

  it('where the service has no preview of the questionnaire', async () => {
    const customer = await start((request, answer) =>
      /\/tests\/[^/]+\/scheduling-questionnaire$/.test(request.url)
        ? {
            ...answer,
            status: 404,
            body: { code: 404, data: null, error: { message: 'Not found.', details: null } },
          }
        : answer,
    );
    await untilReview(customer, 'DEXA');
    await untilSent(customer, await customer.read());
  });
});

it('refuses an answer that does not fit its question', async () => {
  const customer = await start(questionWith({ type: 'select', options: ['Often', 'Rarely'] }));
  await untilReview(customer, 'DEXA');
  const view = await customer.answer('review', { return_url: 'https://clinic.example/book' });
  const { questionnaire_definition_id, content_hash, fields, acknowledgements } = at(view, 'questionnaire');
  const answers = Object.fromEntries(fields.map(({ id }) => [id, false]));
  await expect(
    customer.answer('questionnaire', {
      questionnaire_definition_id,
      content_hash,
      answers: { ...answers, [fields[1]?.id ?? '']: '' },
      acknowledgements: Object.fromEntries(acknowledgements.map(({ id }) => [id, true])),
    }),
  ).rejects.toMatchObject({
    reply: {
      status: 422,
      body: {
        fields: [
          { path: `answers.${fields[0]?.id}`, code: 'invalid' },
          { path: `answers.${fields[1]?.id}`, code: 'needed' },
        ],
      },
    },
  });
});
