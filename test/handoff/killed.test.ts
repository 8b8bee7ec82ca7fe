/** The server dies by SIGKILL within the writes of a handoff; the next process brings the member to the page, with one effect and one key for each. */
import { expect, it, onTestFinished } from 'vitest';
import type { HandoffView } from '../../server/contract/handoff-api.ts';
import { freePort } from '../../server/core/free-port.ts';
import { profile, serviceClient } from '../support/co-branded-server.ts';
import { Customer } from '../support/customer.ts';
import { openFixtures, quick } from '../support/faults/fixtures.ts';
import type { Point } from '../support/faults/writes.ts';
import { prescreen, purchased } from './purchase.ts';

/** One for each process but the last. */
const deaths: [kind: string, point: Point][] = [
  ['identity.save', 'after_answer'],
  ['prescreen.submit', 'before_commit'],
  ['prescreen.submit', 'after_send'],
  ['order.place', 'after_commit'],
  ['order.place', 'after_settle'],
  ['handoff.create', 'after_send'],
];

const subject = 'killed-purchase';

it('orders and hands off once when a process dies at each point of each write [HND-05]', async () => {
  const fixtures = await openFixtures(quick);
  onTestFinished(fixtures.close);
  const { sandbox } = fixtures;
  const { api_key: apiKey } = await sandbox.makeKey({ flow: 'co_branded' });
  const calls = serviceClient(sandbox.url, apiKey);
  const { purchase, times } = await purchased(calls, subject, 'CALST');
  const port = await freePort(0, '127.0.0.1');
  const url = `http://127.0.0.1:${port}`;
  const untried = [...deaths];
  const start = () =>
    fixtures.start({
      PORT: String(port),
      PUBLIC_URL: url,
      UPSTREAM_API_KEY: '',
      HANDOFF_API_KEY: apiKey,
      HANDOFF_ORIGIN: sandbox.url,
      PURCHASE: JSON.stringify({ ...purchase, prescreen }),
      // A later process finds that every lease of the dead ones is over.
      CLOCK_AHEAD_MS: String((deaths.length - untried.length) * 5_000),
      DIES_ON: untried[0]?.[0] ?? '',
      DIES_AT: untried[0]?.[1] ?? '',
    });
  let server = await start();
  const seen = (await sandbox.requests()).length;
  const customer = new Customer(url, 'https://clinic.example', subject);
  const ask = async () =>
    (await customer.call<HandoffView>('POST', '/handoffs', { times, customer: profile })).body;
  let view: HandoffView | undefined;
  while (view?.state !== 'open') {
    const failed = await ask().then(
      (body) => {
        view = body;
        return false;
      },
      () => true,
    );
    if (failed) await server.ended;
    if (!server.isDead()) continue;
    untried.shift();
    server = await start();
    await customer.signIn().catch(() => {});
  }
  expect(untried).toEqual([]);
  expect((await fetch(view.url ?? '')).status).toBe(200);
  expect(await sandbox.ledger()).toMatchObject({ prescreens: 1, orders: 1, handoffs: 1 });
  const sent = (await sandbox.requests()).slice(seen).filter(({ method }) => method === 'POST');
  for (const path of new Set(sent.map((request) => request.path))) {
    const same = sent.filter((request) => request.path === path);
    expect(new Set(same.map((request) => request.idempotency_key)).size).toBe(1);
    expect(new Set(same.map((request) => request.body_sha256)).size).toBe(1);
  }
});
