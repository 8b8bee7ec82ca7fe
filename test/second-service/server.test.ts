/** The whole server over a service with other names: all of a consent is signed, or nothing (VER-10, GAP-17, GAP-19, GAP-59, GAP-94). */
import { describe, expect, it } from 'vitest';
import {
  answerStep,
  at,
  choosePlace,
  pickTimes,
  profile,
  untilReview,
  untilSent,
} from '../support/booking.ts';
import { profile as person, startCoBrandedServer as startHandoffs } from '../support/co-branded-server.ts';
import type { FullApiServer } from '../support/full-api-server.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { dataOf } from './differences.ts';
import { type Fields, fileOf, nests, type Spelling, spelled, spellings } from './spellings.ts';

const ways = Object.entries(nests);
/** Each entry of the consent in another way; all ways are tried on all entries in spellings.test.ts. */
const cases = spellings
  .filter(({ sample }) => sample === 'bundle')
  .map((spelling, at) => {
    const [how = '', nest] = ways[at % ways.length] ?? [];
    if (!nest) throw new Error('there is no such way');
    return { entry: spelling.entry, how, spelling, nest };
  });

async function startSpelled(spelling: Spelling, nest: (typeof cases)[number]['nest'], assumptions: object) {
  const rewrite = dataOf(/\/consent-bundles\//, (data) => spelled(data, spelling, 'zz_spelled', nest));
  const running = await serverOfTest({ rewrite, assumptions });
  const customer = running.customer('ines');
  await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
  return { customer, running };
}

const shownBy = async (running: FullApiServer) => {
  const { api_key } = await running.sandbox.permanentKey();
  const reply = await fetch(`${running.sandbox.url}/v1/api-first/consent-bundles/DEXA`, {
    headers: { 'x-api-key': api_key },
  });
  const { data } = (await reply.json()) as { data: { template: { content: Record<string, Fields[]> } } };
  return data.template.content;
};

describe('A consent', () => {
  it.each(cases)(
    'with $entry $how is shown whole and signed with the file',
    async ({ spelling, nest, entry }) => {
      const { customer, running } = await startSpelled(spelling, nest, fileOf(entry, ['zz_spelled']));
      const view = await customer.answer('identity', profile);
      const { decisions, sections } = at(view, 'consent');
      const original = await shownBy(running);
      expect(sections).toEqual(original.sections);
      expect(decisions.map(({ label, detail, link }) => [label, detail, link])).toEqual(
        original.decisions?.map((item) => [item.label, item.detail_content, item.detail_link]),
      );
      await untilSent(customer, view);
      expect(await running.sandbox.ledger()).toMatchObject({
        consent_sessions: 1,
        orders: 1,
        schedule_requests: 1,
      });
    },
  );

  it.each(cases.filter(({ spelling }) => spelling.without === 'reported'))(
    'with $entry $how is neither shown nor signed without the file',
    async ({ spelling, nest, entry }) => {
      const { customer, running } = await startSpelled(spelling, nest, {});
      await expect(customer.answer('identity', profile)).rejects.toMatchObject({
        reply: { status: 503, body: { code: 'assumption_unmet', title: expect.stringContaining(entry) } },
      });
      expect(await running.sandbox.ledger()).toMatchObject({ consent_sessions: 0, orders: 0 });
    },
  );
});

describe('A questionnaire that was already submitted', () => {
  /** The first submission is taken and its answer lost; the read has it under another name. */
  const taken = (name: string): Rewrite => {
    const moved = dataOf(/\/appointments\/[^/]+\/scheduling-questionnaire$/, ({ submission, ...rest }) => ({
      ...rest,
      ...(submission ? { state: { [name]: submission } } : {}),
    }));
    return (request, answer) => {
      if (request.method !== 'POST' || !request.url.endsWith('/scheduling-questionnaire'))
        return moved(request, answer);
      const details = { code: 'QUESTIONNAIRE_ALREADY_SUBMITTED' };
      const timestamp = new Date().toISOString();
      const error = { details, message: 'there', path: request.url, request_id: 'q-1', timestamp };
      return { ...answer, status: 409, body: { code: 409, data: null, error } };
    };
  };

  async function submitted(name: string, assumptions: object) {
    const running = await serverOfTest({ rewrite: taken(name), assumptions });
    const customer = running.customer('ines');
    let view = await untilReview(customer, 'DEXA');
    for (let steps = 0; view.shows.step !== 'questionnaire' && steps < 5; steps++)
      view = await answerStep(customer, view);
    return { view: await answerStep(customer, view), running };
  }

  it.each([
    ['a usual name', 'finalized_submission', {}],
    ['a name of the file', 'zz_done', { questionnaire: { submissionKeys: ['zz_done'] } }],
  ])('continues with the value under %s', async (_, name, file) => {
    const { view, running } = await submitted(name, file);
    at(view, 'sent');
    expect(await running.sandbox.ledger()).toMatchObject({ schedule_requests: 1 });
  });

  it('is reported to the operator when it cannot be found', async () => {
    const { view, running } = await submitted('zz_done', {});
    expect(view).toMatchObject({
      shows: { step: 'questionnaire' },
      notice: { code: 'assumption_unmet', upstream_request_id: 'q-1' },
    });
    expect(running.logged()).toContain('"entry":"questionnaire.submissionKeys"');
    expect(await running.sandbox.ledger()).toMatchObject({ schedule_requests: 0 });
  });
});

describe('A handoff', () => {
  const nested = dataOf(/\/schedule-handoff$/, ({ url, ...rest }) => ({
    ...rest,
    links: [{ page: { to: url } }],
  }));

  async function opened(assumptions: object) {
    const running = await startHandoffs({ rewrite: nested, assumptions });
    const { orderId, times } = await running.ordered('ines');
    const customer = running.customer('ines');
    const reply = await customer.call<Fields>('POST', '/handoffs', {
      order_id: orderId,
      times,
      customer: person,
    });
    return { reply, running };
  }

  it('with a nested address opens with the file, and reports the names of its messages', async () => {
    const file = {
      handoff: { urlKeys: ['page.to'] },
      embed: { typeKeys: ['kind'], types: { ready: ['shown'] } },
    };
    const { reply, running } = await opened(file);
    expect(reply).toMatchObject({ status: 201, body: { url: expect.stringContaining(running.frameOrigin) } });
    expect(reply.body.frame_names).toMatchObject({
      type: ['kind', 'type', 'event', 'name'],
      types: { ready: ['shown', 'service.embed.ready'] },
    });
  });

  it('is reported by its entry without the file', async () => {
    const { reply, running } = await opened({});
    expect(reply).toMatchObject({ status: 503, body: { title: expect.stringContaining('handoff.urlKeys') } });
    expect(running.logged()).toMatch(
      /"entry":"handoff.urlKeys","path":"schedule_handoff","keys":"[^"]*links\.page/,
    );
  });
});
