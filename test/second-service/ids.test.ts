/** A service whose ids are no UUIDs (VER-02). */
import { expect, it } from 'vitest';
import { book } from '../support/booked-appointment.ts';
import { answerStep, at, untilReview } from '../support/booking.ts';
import type { RecordedRequest } from '../support/recording-proxy.ts';
import { pay } from '../support/scripted-refusal.ts';
import { serverOfTest } from '../support/server-of-test.ts';
import { dataOf } from './differences.ts';

type Fields = Record<string, unknown>;

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const isOfUpload = /-evidence|storage/;
/** The service's own id of an address or a body. */
const given = (text: string) => text.replaceAll(new RegExp(`svc(?:/|%2F)(${uuid})`, 'g'), '$1');

it('books, and lists the appointment, with the ids as the service gave them', async () => {
  const service = await serverOfTest({
    rewrite: ({ url }, answer) => ({
      ...answer,
      body:
        answer.body === undefined || isOfUpload.test(url)
          ? answer.body
          : JSON.parse(
              JSON.stringify(answer.body).replaceAll(
                new RegExp(`"(\\w*id)":"(${uuid})"`, 'g'),
                '"$1":"svc/$2"',
              ),
            ),
    }),
    change(request: RecordedRequest) {
      request.url = given(request.url);
      request.body = given(request.body);
    },
  });
  const booked = await book(service, 'ines', 'CALST');
  expect(booked.id).toMatch(/^svc\//);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
  const customer = booked.customer;
  const listed = await customer.call<{ appointments: object[] }>('GET', '/appointments');
  expect(listed.body.appointments).toMatchObject([
    { appointment_id: booked.id, status: 'requested', stale: false },
  ]);
});

it('asks health questions whose ids are numbers, each of them if none says whether it must be answered', async () => {
  const ids: string[] = [];
  const numberOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) + 1 : ids.push(id));
  const numbered = ({ id, required: _, ...item }: Fields) => ({ ...item, id: numberOf(`${id}`) });
  const own = (values: Fields) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [ids[Number(id) - 1], value]));
  const service = await serverOfTest({
    rewrite: dataOf(/\/scheduling-questionnaire$/, ({ content, ...data }) => {
      if (content === undefined) return data;
      const { fields, acknowledgements, ...others } = content as Record<string, Fields[]>;
      const lists = { fields: fields?.map(numbered), acknowledgements: acknowledgements?.map(numbered) };
      return { ...data, content: { ...others, ...lists } };
    }),
    change(request) {
      if (request.method !== 'POST' || !request.url.endsWith('/scheduling-questionnaire')) return;
      const { answers, acknowledgements, ...sent } = JSON.parse(request.body) as Record<string, Fields>;
      request.body = JSON.stringify({
        ...sent,
        answers: own(answers ?? {}),
        acknowledgements: own(acknowledgements ?? {}),
      });
    },
  });
  const customer = service.customer('ines');
  await untilReview(customer, 'DEXA');
  const view = await customer.answer('review', pay);
  const { fields, acknowledgements } = at(view, 'questionnaire');
  expect([...fields, ...acknowledgements].every(({ required }) => required)).toBe(true);
  at(await answerStep(customer, view), 'sent');
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
});
