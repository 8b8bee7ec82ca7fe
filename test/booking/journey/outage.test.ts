/** The service is away for longer than the first retries of a write last (IDEM-16). */
import { expect, it, onTestFinished } from 'vitest';
import type { WaitingWork } from '../../../server/contract/admin-api/views.ts';
import type { JourneyView } from '../../../server/contract/journey-api/views.ts';
import { systemClock } from '../../../server/core/clock.ts';
import { supportList, supportRetryParked } from '../../../server/operate/cli/support.ts';
import { defaultWriteSettings } from '../../../server/upstream/writes/write.ts';
import { choosePlace, pickTimes, profile, questionnaireAnswers, untilReview } from '../../support/booking.ts';
import type { Customer, Reply } from '../../support/customer.ts';
import { eventually } from '../../support/eventually.ts';
import { origin, startFullApiServer } from '../../support/full-api-server.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { runCommand } from '../../support/run-command.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';

it('twenty customers who had paid go on after an outage, without a press and without a command [IDEM-16]', async () => {
  let away: 'POST' | 'all' | null = null;
  const service = await serverOfTest({
    // Some writes take effect, and their responses are lost.
    rewrite: ({ method }, answer) =>
      away === 'all' || away === method
        ? { ...answer, status: 503, body: { code: 503, data: null, error: null } }
        : answer,
    tuning: { writes: { retryLimit: 3, parkedRetryMs: 3_600_000, probeMs: 250 } },
    env: { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0' },
  });
  const customers = Array.from({ length: 20 }, (_, n) => service.customer(`paid-${n}`));
  for (const customer of customers) await untilReview(customer, 'DEXA');
  away = 'POST';
  await Promise.all(customers.map((customer) => customer.answer('review', { return_url: `${origin}/book` })));
  away = 'all';
  const views = () => Promise.all(customers.map((customer) => customer.read()));
  await expect
    .poll(async () => (await views()).every(({ notice }) => notice?.code === 'stalled'), { interval: 500 })
    .toBe(true);
  const listed = async () => {
    const { output } = await runCommand(supportList, service.env, { json: true });
    return JSON.parse(output) as WaitingWork;
  };
  const { groups, items } = await listed();
  expect(items).toHaveLength(20);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  for (const write of [...groups, ...items])
    expect(write).toMatchObject({
      kind: 'write',
      write: 'order.place',
      state: 'parked',
      reason: expect.stringMatching(/^http_503/),
    });
  // Null while a write is tried.
  await expect
    .poll(async () => (await listed()).items.some((write) => write.next_try_at !== null))
    .toBe(true);
  const others = await runCommand(supportList, service.env, { reason: 'http_401' });
  expect(others.output).toBe('Nothing waits.');
  const retried = await runCommand(supportRetryParked, service.env, {});
  expect(retried.output).toContain('Done. A running server goes on within five seconds.');
  away = null;
  await expect
    .poll(async () => (await views()).every(({ shows }) => shows.step === 'questionnaire'), { interval: 500 })
    .toBe(true);
  expect(await service.sandbox.ledger()).toMatchObject({ orders: 20 });
  const orders = service.wire.requests.filter(({ url }) => url.endsWith('/v1/orders'));
  expect(new Set(orders.map(({ headers }) => headers['idempotency-key'])).size).toBe(20);
});

type Outage = 'responds with 503' | 'cuts each connection';

it('books within a minute of its return for all who booked while the service was away for ten minutes, and for an hour [IDEM-16]', async () => {
  let away: Outage | null = null;
  let isReadable = false;
  const clock = manualClock(Date.now());
  /** The time also passes by itself: the server's waits and time-outs end while a test waits for its response. */
  let isOver = false;
  const running = eventually(() => {
    clock.advance(5);
    return isOver;
  });
  const service = await startFullApiServer({
    clock,
    // Each write takes effect, and its response is lost.
    rewrite: ({ method }, passed) => {
      if (away === null || (isReadable && method === 'GET')) return passed;
      if (away === 'cuts each connection') return { ...passed, status: 0 };
      return { ...passed, status: 503, body: { code: 503, data: null, error: null } };
    },
    tuning: { writes: defaultWriteSettings, tokenLifetimeSeconds: 3 * 3600 },
    env: { RATE_LIMIT_PER_USER: '0', RATE_LIMIT_PER_ADDRESS: '0' },
  });
  onTestFinished(async () => {
    await service.stop();
    isOver = true;
    await running;
  });
  const customers = Array.from({ length: 20 }, (_, n) => service.customer(`${n}`));
  for (const customer of customers) await untilReview(customer, 'DEXA');

  async function pass(minutes: number, stepMs: number): Promise<void> {
    for (const untilMs = clock.now() + minutes * 60_000; clock.now() < untilMs; ) {
      clock.advance(stepMs);
      await service.idle();
    }
  }
  /** Does not wait for the end of work, as `Customer.read` does. */
  async function read(customer: Customer): Promise<JourneyView> {
    const { status, body } = await customer.call<JourneyView>(
      'GET',
      `/journeys/${customer.view?.journey_id}`,
    );
    expect(status).toBe(200);
    customer.view = body;
    return body;
  }
  /** All answer, the service is away from their first write on, and comes back later. */
  async function interrupted(kind: Outage, minutes: number, answer: (customer: Customer) => Promise<Reply>) {
    [away, isReadable] = [kind, true];
    for (const reply of await Promise.all(customers.map(answer)))
      expect(reply).toMatchObject({ status: 200 });
    isReadable = false;
    await pass(minutes, 60_000);
    const { output } = await runCommand(supportList, service.env, { json: true });
    const { items } = JSON.parse(output) as WaitingWork;
    expect(items).toHaveLength(customers.length);
    for (const write of items) expect(write).toMatchObject({ kind: 'write', state: 'parked' });
    away = null;
    await pass(1, 5_000);
  }
  const steps = async () => {
    const views = [];
    for (const customer of customers) views.push(await read(customer));
    return new Set(views.map(({ shows }) => shows.step));
  };

  await interrupted('responds with 503', 10, (customer) =>
    customer.send('review', { return_url: `${origin}/book` }),
  );
  expect(await steps()).toEqual(new Set(['questionnaire']));
  await interrupted('cuts each connection', 60, (customer) =>
    customer.send('questionnaire', questionnaireAnswers(customer.view as JourneyView)),
  );
  expect(await steps()).toEqual(new Set(['sent']));
  expect(await service.sandbox.ledger()).toMatchObject({
    ...{ identities: 20, consent_grants: 20, orders: 20, appointments: 20 },
    ...{ questionnaire_submissions: 20, schedule_requests: 20 },
  });
});

it('tells the partner once of a paid booking that waits for ten minutes, and of no other', async () => {
  let isAway = false;
  const told: string[] = [];
  const service = await serverOfTest({
    rewrite: ({ method }, answer) =>
      isAway && method === 'POST'
        ? { ...answer, status: 503, body: { code: 503, data: null, error: null } }
        : answer,
    tuning: { writes: { retryLimit: 1, parkedRetryMs: 3_600_000, probeMs: 3_600_000 } },
    hooks: { onEvent: async ({ type, data }) => void told.push(`${data.subject} ${type}`) },
  });
  const [paid, unpaid] = [service.customer('paid'), service.customer('unpaid')];
  await untilReview(paid, 'DEXA');
  await choosePlace(unpaid, 'DEXA');
  await unpaid.answer('times', pickTimes(await unpaid.read()));
  isAway = true;
  await paid.answer('review', { return_url: `${origin}/book` });
  await unpaid.answer('identity', profile);
  const later = systemClock(() => Date.now() + 11 * 60_000);
  for (let processes = 0; processes < 2; processes++) {
    const other = await service.another({}, later);
    await eventually(() => told.length > 0);
    await other.idle();
    await other.stop();
  }
  expect(told).toEqual(['user-paid booking.delayed']);
});

it('tells the partner once, and the log each time, that the service has refused a paid booking', async () => {
  const told: string[] = [];
  const service = await serverOfTest({
    hooks: { onEvent: async ({ type, data }) => void told.push(`${data.subject} ${type}`) },
  });
  const [paid, unpaid] = [service.customer('paid'), service.customer('unpaid')];
  await untilReview(paid, 'DEXA');
  for (const path of ['/v1/orders', '/v1/api-first/identities'])
    await service.sandbox.fault('POST', path, refusal(409, { code: 'NOT_FOUND' }), { times: 2 });
  await choosePlace(unpaid, 'DEXA');
  await unpaid.answer('times', pickTimes(await unpaid.read()));
  await unpaid.answer('identity', profile);
  const notice = { code: 'support_needed' };
  expect(await paid.answer('review', { return_url: `${origin}/book` })).toMatchObject({ notice });
  expect(await paid.retry()).toMatchObject({ notice });
  expect(await paid.retry()).toMatchObject({ shows: { step: 'questionnaire' }, notice: null });
  await service.idle();
  expect(told.filter((one) => one.endsWith('support_needed'))).toEqual(['user-paid booking.support_needed']);
  expect(service.logged().match(/"journey.stopped"/g)).toHaveLength(2);
});
