/** Handoffs under a service that differs where the specification leaves it open (VER-02). */
import { expect, it, onTestFinished } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import type { ProblemBody } from '../../server/contract/problem.ts';
import { asked, confirmOnPage, profile, startCoBrandedServer } from '../support/co-branded-server.ts';
import type { Rewrite } from '../support/recording-proxy.ts';
import { prescreen, purchased } from './purchase.ts';

type Reply = HandoffView & ProblemBody;

async function start(rewrite: Rewrite) {
  const service = await startCoBrandedServer({ rewrite });
  onTestFinished(() => service.stop());
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
  const second = await service.open({ times, replaces: first.handoff_id });
  expect([second.status, second.body.state]).toEqual([201, 'open']);
  expect(second.body.url).not.toBe(first.url);
  const other = await service.open({ times, replaces: first.handoff_id });
  expect([other.status, other.body.url]).toEqual([200, second.body.url]);
  await confirmOnPage(second.body.url ?? '', times);
  const { status, body } = await service.open({ times, replaces: second.body.handoff_id });
  expect([status, body.state]).toEqual([200, 'requested']);
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
