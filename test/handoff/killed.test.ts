/** The server dies by SIGKILL within the writes of a handoff; the next process brings the member to the page, with one effect and one key for each. */
import { expect, it } from 'vitest';
import { createServiceClient } from '../../examples/co-branded/service-client.ts';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import { asked, placeFor, profile } from '../support/co-branded-server.ts';
import { type CrashServer, type Death, origin, startCrashServer } from '../support/crash-server.ts';
import { Customer } from '../support/customer.ts';
import type { StoreKind } from '../support/test-stores.ts';
import { prescreen, purchased } from './purchase.ts';

const key = {
  flow: 'co_branded',
  customer_consent_mode: 'service_consent_api',
  physician_order_mode: 'service_service',
};
const timeout = 60_000;

/** A server of the co-branded flow. @param prepare makes what a member has before the handoff, and further settings */
const startHandoffs = (
  store: StoreKind,
  deaths: Death[],
  prepare: (calls: ReturnType<typeof createServiceClient>) => Promise<Record<string, string>>,
): Promise<CrashServer> =>
  startCrashServer(store, key, deaths, async (serviceUrl, apiKey) => ({
    HANDOFF_API_KEY: apiKey,
    HANDOFF_ORIGIN: serviceUrl,
    ...(await prepare(createServiceClient({ serviceUrl, apiKey }))),
  }));

/** Asks for the handoff until it is open, over the deaths of the server. */
async function untilOpen(server: CrashServer, customer: Customer, body: object): Promise<HandoffView> {
  const ask = async () => (await customer.call<HandoffView>('POST', '/handoffs', body)).body;
  let view = await server.through(customer, ask, ask);
  for (let polls = 0; view.state !== 'open' && polls < 60; polls++) {
    await new Promise((done) => setTimeout(done, 100));
    view = await server.through(customer, ask, ask);
  }
  return view;
}

it('opens one handoff when a process dies after sending it [HND-05] [IDEM-04] [IDEM-05]', {
  timeout,
}, async () => {
  let ordered: Awaited<ReturnType<typeof placeFor>> | undefined;
  const server = await startHandoffs('postgres', [['handoff.create', 'after_send']], async (calls) => {
    ordered = await placeFor(calls, 'DEXA', () => {});
    return {};
  });
  if (!ordered) throw new Error('nothing was ordered');
  const customer = new Customer(server.url, origin, 'killed-handoff');
  const view = await untilOpen(server, customer, asked(ordered));
  expect([view.state, (await fetch(view.url ?? '')).status]).toEqual(['open', 200]);
  expect(server.signals).toEqual(['SIGKILL']);
  expect((await server.sandbox.ledger()).handoffs).toBe(1);
  const sent = (await server.sandbox.requests()).filter(({ path }) => path.endsWith('/schedule-handoff'));
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map((request) => request.idempotency_key)).size).toBe(1);
  expect(new Set(sent.map((request) => request.body_sha256)).size).toBe(1);
});

it('orders and hands off once when a process dies at each point of each write [HND-05] [IDEM-04] [IDEM-12]', {
  timeout,
}, async () => {
  const subject = 'killed-purchase';
  const deaths: Death[] = [
    ['identity.save', 'after_answer'],
    ['prescreen.submit', 'before_commit'],
    ['prescreen.submit', 'after_send'],
    ['order.place', 'after_commit'],
    ['order.place', 'after_settle'],
    ['handoff.create', 'after_answer'],
  ];
  let times: unknown;
  const server = await startHandoffs('sqlite', deaths, async (calls) => {
    const bought = await purchased(calls, subject, 'CALST');
    times = bought.times;
    return { PURCHASE: JSON.stringify({ ...bought.purchase, prescreen }) };
  });
  const seen = (await server.sandbox.requests()).length;
  const customer = new Customer(server.url, origin, subject);
  const view = await untilOpen(server, customer, { times, customer: profile });
  expect(view.state).toBe('open');
  expect(server.signals).toEqual(deaths.map(() => 'SIGKILL'));
  expect(await server.sandbox.ledger()).toMatchObject({ prescreens: 1, orders: 1, handoffs: 1 });
  const sent = (await server.sandbox.requests()).slice(seen).filter(({ method }) => method === 'POST');
  for (const path of new Set(sent.map((request) => request.path))) {
    const same = sent.filter((request) => request.path === path);
    expect(new Set(same.map((request) => request.idempotency_key)).size).toBe(1);
    expect(new Set(same.map((request) => request.body_sha256)).size).toBe(1);
  }
});
