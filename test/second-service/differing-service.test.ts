/**
 * Whole bookings over a service that differs: every field that no step needs at once, and needed values that are missing
 * for a while (VER-02, GAP-113).
 */
import { afterEach, describe, expect, it } from 'vitest';
import { book } from '../support/booked-appointment.ts';
import { answerStep, untilReview } from '../support/booking.ts';
import { type FullApiServer, startFullApiServer } from '../support/full-api-server.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { handIn, untilDocument } from '../support/upload-document.ts';
import { type Bend, bendAll, bends, isJson, type Json } from './needed-fields.ts';

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

/** The route of a request, with `{}` for each id. */
const routeOf = (method: string, url: string) =>
  `${method} ${url.replace(/\?.*/, '').replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:DEXA|CALST)\b/g, '{}')}`;

let server: FullApiServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Changes the data of successful responses. */
const changing =
  (change: (route: string, data: Json) => void): Rewrite =>
  ({ method, url }, answer) => {
    const body = structuredClone(answer.body) as { data?: unknown; error?: unknown } | undefined;
    if (!isJson(body?.data) || body.error) return answer;
    change(routeOf(method, url), body.data);
    return { ...answer, body };
  };

const contact = { phone: '(555) 010-0142', email: null, url: null };
const linesOf = ({ logged }: FullApiServer, event: string) =>
  logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter((line) => line.event === event);

/** Books until the page shows that the request is sent, or a notice. */
async function bookOn(customer: Awaited<ReturnType<FullApiServer['customer']>>) {
  let view = await untilReview(customer, 'CALST');
  for (let turns = 0; view.shows.step !== 'sent' && view.notice === null && turns < 12; turns++)
    view = await answerStep(customer, view);
  return view;
}

describe('a whole booking', () => {
  it.each(Object.keys(bends) as Bend[])('is sent with every field that no step needs %s', async (how) => {
    server = await startFullApiServer({ rewrite: changing((route, data) => bendAll(route, data, how)) });
    expect((await bookOn(server.customer('ines'))).shows.step).toBe('sent');
    expect(await server.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
    const drift = linesOf(server, 'upstream.drift').map(({ route, path }) => `${route} ${path}`);
    expect(drift).toContain('POST /v1/orders integrator_id');
    expect(new Set(drift).size).toBe(drift.length);
  });

  it.each([
    ['POST /v1/orders', 'order_id', (data: Json) => void delete data.order_id],
    [
      'POST /v1/appointments/{}/scheduling-questionnaire',
      'outcome.status',
      (data: Json) => void delete (data.outcome as Json).status,
    ],
  ])(
    'stops after payment where %s lacks %s, and completes by itself once it is there',
    async (at, path, change) => {
      let isBent = true;
      server = await startFullApiServer({
        rewrite: changing((route, data) => {
          if (isBent && route === at) change(data);
        }),
        env: { SUPPORT_PHONE: contact.phone },
        tuning: { writes: { parkedRetryMs: 300 } },
      });
      const customer = server.customer('ines');
      const { notice } = await bookOn(customer);
      expect(notice).toMatchObject({ code: 'upstream_unreadable', contact });
      const [line] = linesOf(server, 'upstream.unreadable');
      // Once there is an order, its number is the reference of the booking. Support finds the line of the log with it.
      const reference = /^ORD-/.test(`${notice?.reference}`) ? expect.any(String) : notice?.reference;
      expect(line).toMatchObject({ paths: path, reference });
      expect(withoutNames(line?.route ?? '')).toBe(at);
      isBent = false;
      await expect.poll(async () => (await customer.read()).notice).toBeNull();
      let view = await customer.read();
      for (let turns = 0; view.shows.step !== 'sent' && turns < 12; turns++)
        view = await answerStep(customer, view);
      expect(view.shows.step).toBe('sent');
      expect(await server.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
    },
  );

  it.each([
    ['no list', (data: Json) => void delete data.appointments],
    ['an empty list', (data: Json) => void Object.assign(data, { appointments: [] })],
    ['no id in the list', (data: Json) => void delete (data.appointments as Json[])[0]?.appointment_id],
  ])('finds the appointment of an order that is answered with %s, and orders once', async (_, change) => {
    let isLate = true;
    server = await startFullApiServer({
      rewrite: changing((route, data) => {
        if (route === 'POST /v1/orders') change(data);
        if (route === 'GET /v1/appointments' && isLate) data.items = [];
      }),
      tuning: { writes: { retryLimit: 1, parkedRetryMs: 300 } },
    });
    const customer = server.customer('ines');
    expect((await bookOn(customer)).notice?.code).toBe('stalled');
    const [line] = linesOf(server, 'upstream.unreadable');
    expect(line).toMatchObject({ route: 'POST /v1/orders', paths: 'appointments' });
    await customer.retry();
    isLate = false;
    await expect.poll(async () => (await customer.read()).notice).toBeNull();
    expect((await answerStep(customer, await customer.read())).shows.step).toBe('sent');
    expect(await server.sandbox.ledger()).toMatchObject({ orders: 1, schedule_requests: 1 });
  });

  it('stops before payment under a code of its own, with the reference of the log', async () => {
    server = await startFullApiServer({
      rewrite: changing((route, data) => {
        if (route.endsWith('/products')) delete (data.product as Json).currency;
      }),
      env: { SUPPORT_PHONE: contact.phone },
    });
    const reply = await untilReview(server.customer('ines'), 'CALST').catch((error: unknown) => error);
    const [line] = linesOf(server, 'upstream.unreadable');
    expect(line).toMatchObject({ paths: 'product.currency' });
    expect(reply).toMatchObject({
      reply: { status: 502, body: { code: 'upstream_unreadable', request_id: line?.reference, contact } },
    });
  });
});

it('says so where the response to a document cannot be read, and goes on once it can', async () => {
  let isBent = true;
  server = await startFullApiServer({
    rewrite: changing((route, data) => {
      if (isBent && route === 'POST /v1/api-first/consent-evidence') delete data.upload_session;
    }),
    key: { customer_consent_mode: 'api_partner_pdf' },
    assumptions: { evidence: { attestationVersion: '2025-01' } },
    tuning: { writes: { parkedRetryMs: 300 } },
  });
  const customer = server.customer('ines');
  await untilDocument(customer);
  await handIn(customer);
  await expect.poll(async () => (await customer.read()).notice?.code).toBe('upstream_unreadable');
  expect(linesOf(server, 'upstream.unreadable')[0]).toMatchObject({
    paths: 'upload_session',
    reference: customer.view?.notice?.reference,
  });
  isBent = false;
  await expect.poll(async () => (await customer.read()).shows.step).toBe('review');
});

it('keeps the other changes of a list with one bad record, and moves on', async () => {
  let bad = '';
  server = await startFullApiServer({
    rewrite: changing((route, data) => {
      const items = route === 'GET /v1/appointments' ? (data.items as Json[]) : [];
      for (const item of items) if (item.appointment_id === bad) item.status = null;
    }),
    tuning: { reconcileMs: 200 },
  });
  const [first, second] = [await book(server, 'ines'), await book(server, 'bea')];
  bad = first.id;
  const before = linesOf(server, 'webhook.reconciled').length;
  await expect
    .poll(() => linesOf(server as FullApiServer, 'webhook.reconciled').length)
    .toBeGreaterThan(before + 1);
  expect(linesOf(server, 'webhook.reconcile_failed')).toEqual([]);
  const setAside = linesOf(server, 'upstream.item_set_aside');
  expect(setAside).toMatchObject([
    { route: 'GET /v1/appointments', path: 'items', id: bad, paths: 'status' },
  ]);
  expect((await second.list())[0]?.status).toBe('requested');
});
