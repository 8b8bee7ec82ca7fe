/** Handoffs under a service that differs where the specification leaves it open (VER-02). */
import { expect, it } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asked, confirmOnPage, origin, profile } from '../support/co-branded-server.ts';
import { Customer } from '../support/customer.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { coBrandedOfTest } from '../support/server-of-test.ts';
import { prescreen, purchased } from './purchase.ts';

type Reply = HandoffView & ProblemBody;
type Fields = Record<string, unknown>;

async function start(rewrite: Rewrite) {
  const service = await coBrandedOfTest({ rewrite });
  const customer = service.customer('ines');
  return {
    ...service,
    customer,
    open: (body: object) => customer.call<Reply>('POST', '/handoffs', { customer: profile, ...body }),
    async bought(testType: string, facts: object = {}) {
      const { purchase, times } = await purchased(service.calls, 'user-ines', testType);
      service.books.purchases.set('user-ines', { ...purchase, ...facts });
      return { times };
    },
  };
}

/** Rewrites the items of the list of appointments. */
const listed =
  (change: (items: { status: string }[]) => object[]): Rewrite =>
  ({ url }, answer) => {
    const { data } = answer.body as { data?: { items: { status: string }[] } };
    if (!url.startsWith('/v1/appointments?') || !data) return answer;
    return { ...answer, body: { code: 200, data: { ...data, items: change(data.items) }, error: null } };
  };

it('opens the page of an appointment whose status it does not know, and claims no request', async () => {
  let unknown = true;
  const service = await start(
    listed((items) => items.map((item) => (unknown ? { ...item, status: 'awaiting_moonrise' } : item))),
  );
  const { times } = await service.ordered('ines');
  const { body: opened } = await service.open({ times });
  expect(opened).toMatchObject({ state: 'open', appointment: { status: 'awaiting_moonrise' } });
  const at = `/handoffs/${opened.handoff_id}`;
  expect((await service.customer.call<Reply>('POST', `${at}/verify`)).body.state).toBe('verifying');
  await confirmOnPage(opened.url ?? '', times);
  unknown = false;
  expect((await service.customer.call<Reply>('GET', at)).body.state).toBe('requested');
  // A later word that is unknown takes nothing back.
  unknown = true;
  expect((await service.customer.call<Reply>('GET', at)).body).toMatchObject({
    state: 'requested',
    appointment: { status: 'awaiting_moonrise' },
  });
});

it('names a status as the specification does, however the service writes it', async () => {
  const service = await start(
    listed((items) => items.map((item) => ({ ...item, status: item.status.toUpperCase() }))),
  );
  const ordered = await service.ordered('ines');
  const { body: opened } = await service.open(asked(ordered));
  await confirmOnPage(opened.url ?? '', ordered.times);
  await service.sandbox.transition(opened.appointment?.appointment_id ?? '', { to: 'confirmed' });
  const { body } = await service.customer.call<Reply>('GET', `/handoffs/${opened.handoff_id}`);
  expect(body).toMatchObject({ state: 'requested', appointment: { status: 'confirmed' } });
});

it('waits for an order that it made until the service lists it', async () => {
  let isLate = true;
  const service = await start(listed((items) => (isLate ? [] : items)));
  const made = await service.bought('DEXA');
  const early = await service.open(made);
  expect([early.status, early.body.code]).toEqual([503, 'order_under_way']);
  isLate = false;
  expect(await service.open(made)).toMatchObject({ status: 201, body: { state: 'open' } });
  expect((await service.sandbox.ledger()).orders).toBe(1);
});

it('asks for another page if the page does not respond, once for each page', async () => {
  const service = await start(({ url }, answer) => {
    if (!url.endsWith('/schedule-handoff')) return answer;
    const { url: page } = (answer.body as { data: { url: string } }).data;
    return { ...answer, body: { code: 201, data: { url: page }, error: null } };
  });
  const { times } = await service.ordered('ines');
  const { body: first } = await service.open({ times });
  const again = await service.open({ times });
  expect([again.status, again.body.url, again.body.expires_at]).toEqual([200, first.url, null]);
  const retry = async (id: string) =>
    (await service.customer.call<Reply>('POST', `/handoffs/${id}/retry`)).body;
  const second = await retry(first.handoff_id);
  expect([second.state, second.url === first.url]).toEqual(['open', false]);
  expect((await retry(first.handoff_id)).url).toBe(second.url);
  await confirmOnPage(second.url ?? '', times);
  expect((await retry(second.handoff_id)).state).toBe('requested');
  expect((await service.sandbox.ledger()).handoffs).toBe(2);
});

/** Changes the data of the responses to one route. */
const changing =
  (ending: RegExp, change: (data: Fields) => Fields): Rewrite =>
  ({ method, url }, answer) => {
    const { data } = answer.body as { data?: Fields };
    if (!ending.test(`${method} ${url}`) || !data) return answer;
    return { ...answer, body: { code: 200, data: change(data), error: null } };
  };

it.each([
  ['physician order', /integration-configuration$/, ({ physician_order: _, ...data }: Fields) => data],
  [
    'currency',
    /products$/,
    ({ product }: Fields) => ({ product: { ...(product as Fields), currency: null } }),
  ],
  [
    'flag of the prescreen',
    /products$/,
    ({ product }: Fields) => ({ product: { ...(product as Fields), is_prescreening_required: null } }),
  ],
  ['list of appointments', /POST .*orders$/, ({ appointments: _, ...data }: Fields) => data],
])('orders and opens without a %s, which it does not need', async (_, route, change) => {
  const service = await start(changing(route, change));
  const made = await service.bought('CALST', { prescreen });
  expect(await service.open(made)).toMatchObject({ status: 201, body: { state: 'open' } });
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 1, prescreens: 1 });
});

it('asks for another page if the response has none', async () => {
  let isBent = true;
  const service = await start(
    changing(/schedule-handoff$/, ({ url, ...data }) =>
      isBent ? { ...data, link: null } : { ...data, url },
    ),
  );
  const { times } = await service.ordered('ines');
  const without = await service.open({ times });
  expect([without.status, without.body.code]).toEqual([503, 'assumption_unmet']);
  isBent = false;
  expect(await service.open({ times })).toMatchObject({ status: 201, body: { state: 'open' } });
});

it('opens a page that is given as a path on its own origin, and with several ends of its validity', async () => {
  const service = await start(
    changing(/schedule-handoff$/, ({ url, expires_at }) => ({
      url: new URL(url as string).pathname,
      link: { expires_at },
      session: { expires_at: '2031-01-01T00:00:00Z' },
    })),
  );
  const { times } = await service.ordered('ines');
  const { status, body } = await service.open({ times });
  expect([status, body.state, body.expires_at]).toEqual([201, 'open', null]);
  await confirmOnPage(body.url ?? '', times);
  expect((await service.customer.call<Reply>('GET', `/handoffs/${body.handoff_id}`)).body.state).toBe(
    'requested',
  );
});

it('orders nothing if the product does not name the test of its prescreen', async () => {
  let isNamed = false;
  const service = await start(({ url }, answer) => {
    const { data } = answer.body as { data?: { product: object } };
    if (!url.endsWith('/products') || !data || isNamed) return answer;
    const product = { ...data.product, test_type: undefined };
    return { ...answer, body: { code: 200, data: { ...data, product }, error: null } };
  });
  const made = await service.bought('CALST', { prescreen });
  const from = service.wire.requests.length;
  const stopped = await service.open(made);
  expect([stopped.status, stopped.body.code]).toEqual([502, 'upstream_unreadable']);
  expect(service.wire.requests.slice(from).filter(({ method }) => method === 'POST')).toEqual([]);
  const unread = service
    .logged()
    .split('\n')
    .find((line) => line.includes('upstream.unreadable'));
  expect(JSON.parse(unread ?? '{}')).toMatchObject({
    paths: 'product.test_type',
    reference: stopped.body.request_id,
  });
  isNamed = true;
  expect((await service.open(made)).body.state).toBe('open');
});

it.each([
  ['has no status', ({ status: _, ...item }: Fields) => item],
  ['has no id', ({ appointment_id: _, ...item }: Fields) => item],
])('does not call an order unknown whose appointment %s', async (_, change) => {
  let isBent = true;
  const service = await start(listed((items) => items.map((item) => (isBent ? change(item) : item))));
  const { times } = await service.ordered('ines');
  const unread = await service.open({ times });
  expect([unread.status, unread.body.code]).toEqual([502, 'upstream_unreadable']);
  isBent = false;
  expect(await service.open({ times })).toMatchObject({ status: 201, body: { state: 'open' } });
});

it('takes no appointment of another order from a service that lists them all', async () => {
  const all: { appointment_id: string; status: string }[] = [];
  const service = await start(
    listed((items) => {
      all.push(...(items as typeof all));
      return all;
    }),
  );
  const other = await service.ordered('other');
  const { body: taken } = await new Customer(service.url, origin, 'user-other').call<Reply>(
    'POST',
    '/handoffs',
    asked(other),
  );
  const { times } = await service.ordered('ines');
  const { body: opened } = await service.open({ times });
  expect(opened.state).toBe('open');
  expect(opened.appointment?.appointment_id).not.toBe(taken.appointment?.appointment_id);
  const { status } = await service.customer.call('GET', `/appointments/${taken.appointment?.appointment_id}`);
  expect(status).toBe(404);
});
