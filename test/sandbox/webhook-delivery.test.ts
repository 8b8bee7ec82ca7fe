/** Deliveries: signature, retries on the sandbox's clock, and the control plane's view of them. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEndpoint } from '../../server/contract/upstream-api/webhook-endpoints.ts';
import { order } from './booking.ts';
import { answering, openReceiver, type Receiver, register } from './receiver.ts';
import { type Harness, nobody, openHarness, type Partner } from './sandbox-harness.ts';

let harness: Harness;
let receiver: Receiver;
let partner: Partner;
let endpoint: WebhookEndpoint;
beforeAll(async () => {
  harness = await openHarness();
});
beforeEach(async () => {
  await harness.control('POST', '/reset');
  receiver = await openReceiver();
  partner = await harness.partner();
  endpoint = await register(partner, receiver.url);
  return () => receiver.close();
});
afterAll(() => harness.close());

interface Row {
  event_id: string;
  endpoint_id: string;
  attempt: number;
  at: string;
  timestamp_header: string;
  signature_header: string;
  status: number | null;
  outcome: string;
}

const advance = (advance_seconds: number) => harness.control('POST', '/clock', { advance_seconds });
const deliveries = async (eventId = '') =>
  (await harness.control<{ deliveries: Row[] }>('GET', `/webhook-deliveries?event_id=${eventId}`)).json
    .deliveries;

/** Creates one event. @returns its id, once its first attempt is over */
async function firstAttempt(): Promise<string> {
  await order(partner, 'DEXA');
  const [first] = await receiver.until(1);
  await advance(0);
  return first?.event.id ?? '';
}

describe('a delivery', () => {
  // Also [WHK-29] [GAP-88] [GAP-90] [GAP-91] [AUTH-11]
  it('is signed over its timestamp and its exact body [WHK-07] [WHK-27] [WHK-28]', async () => {
    const beganAt = Date.now();
    await firstAttempt();
    const [delivery] = receiver.received;
    const { headers, rawBody = '', event } = delivery ?? {};
    const timestamp = String(headers?.['x-service-timestamp']);
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(Math.floor(beganAt / 1000));
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    const signature = createHmac('sha256', endpoint.signing_secret)
      .update(`${timestamp}.${rawBody}`)
      .digest('hex');
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-signature': signature,
      'x-service-event-id': event?.id,
      'x-service-sequence': '1',
      'x-service-payload-version': '2025-01-01',
    });
  });

  it.each([200, 204, 299])('ends when the receiver answers %i [WHK-37]', async (status) => {
    receiver.answer = answering(status);
    const id = await firstAttempt();
    await advance(100_000);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ attempt: 1, status, outcome: 'delivered' }]);
  });

  it.each([301, 307, 400, 401, 404, 410, 501, 505])(
    'is abandoned when the receiver answers %i [WHK-39] [GAP-91] [GAP-115]',
    async (status) => {
      receiver.answer = answering(status, { location: `${receiver.url}/elsewhere` });
      const id = await firstAttempt();
      await advance(100_000);
      expect(receiver.received).toHaveLength(1);
      expect(await deliveries(id)).toMatchObject([{ attempt: 1, status, outcome: 'failed' }]);
    },
  );

  it.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'is made again after %i, with the same body, a fresh timestamp and a fresh signature [WHK-38] [WHK-40]',
    async (status) => {
      receiver.answer = answering(status);
      const id = await firstAttempt();
      receiver.answer = answering(200);
      await advance(60);
      const [first, second] = receiver.received;
      expect(second?.rawBody).toBe(first?.rawBody);
      expect(Number(second?.headers['x-service-timestamp'])).toBeGreaterThan(
        Number(first?.headers['x-service-timestamp']),
      );
      expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature']);
      expect((await deliveries(id)).map((row) => [row.status, row.outcome])).toEqual([
        [status, 'retrying'],
        [200, 'delivered'],
      ]);
    },
  );

  it('is made again after a cut connection [WHK-38]', async () => {
    receiver.answer = (response) => response.destroy();
    const id = await firstAttempt();
    receiver.answer = answering(200);
    await advance(60);
    expect((await deliveries(id)).map((row) => [row.status, row.outcome])).toEqual([
      [null, 'retrying'],
      [200, 'delivered'],
    ]);
  });

  it('times out after ten seconds without a response, and is retried later [GAP-91]', async () => {
    receiver.answer = () => {};
    const before = performance.now();
    const id = await firstAttempt();
    expect(performance.now() - before).toBeGreaterThan(9_900);
    expect(await deliveries(id)).toMatchObject([{ status: null, outcome: 'retrying' }]);
  });
});

describe('the six attempts', () => {
  it("fall due after 60, 120, 240, 480 and 960 seconds of the sandbox's clock, each before the clock answers [LIM-08]", async () => {
    receiver.answer = answering(503);
    const id = await firstAttempt();
    const counts: number[] = [];
    for (const wait of [60, 120, 240, 480, 960]) {
      await advance(wait - 30);
      counts.push(receiver.received.length);
      await advance(30);
      counts.push(receiver.received.length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    await advance(1_000_000);
    const rows = await deliveries(id);
    expect(rows.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      ...[1, 2, 3, 4, 5].map((attempt) => `${attempt} retrying`),
      '6 failed',
    ]);
    const times = rows.map(({ at }) => Date.parse(at) / 1000);
    expect(times.slice(1).map((at, index) => Math.round(at - (times[index] ?? 0)))).toEqual([
      60, 120, 240, 480, 960,
    ]);
  });

  it('all happen within one long move of the clock, no two in the same second [LIM-08] [WHK-40]', async () => {
    receiver.answer = answering(503);
    await firstAttempt();
    await advance(2000);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-timestamp'])).size).toBe(6);
    expect(new Set(receiver.received.map(({ rawBody }) => rawBody)).size).toBe(1);
  });

  it('happen by themselves as time passes, with scaled waits [LIM-08]', async () => {
    await harness.control('PATCH', '/settings', { webhook_backoff_scale: 0.001 });
    receiver.answer = answering(503);
    await firstAttempt();
    expect(await receiver.until(6)).toHaveLength(6);
  });
});

describe('the control plane', () => {
  it('lists each attempt with what was sent, by event or all of them', async () => {
    const id = await firstAttempt();
    const [delivery] = receiver.received;
    const rows = await deliveries(id);
    expect(rows).toEqual([
      {
        event_id: id,
        endpoint_id: endpoint.id,
        attempt: 1,
        at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        timestamp_header: delivery?.headers['x-service-timestamp'],
        signature_header: delivery?.headers['x-service-signature'],
        status: 204,
        outcome: 'delivered',
      },
    ]);
    expect(await deliveries()).toEqual(rows);
    expect(await deliveries(nobody)).toEqual([]);
  });

  it('sends an event once more, freshly signed', async () => {
    const id = await firstAttempt();
    const redelivery = await harness.control('POST', '/webhook-deliveries/redeliver', { event_id: id });
    expect(redelivery.status).toBe(202);
    const [first, second] = await receiver.until(2);
    expect(second?.rawBody).toBe(first?.rawBody);
    expect(second?.headers['x-service-timestamp']).not.toBe(first?.headers['x-service-timestamp']);
    expect((await deliveries(id)).map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 delivered',
      '2 delivered',
    ]);
  });

  it('leaves the schedule as it was when the extra attempt fails, and ends it when it arrives', async () => {
    receiver.answer = answering(503);
    const id = await firstAttempt();
    const redeliver = () => harness.control('POST', '/webhook-deliveries/redeliver', { event_id: id });
    await redeliver();
    await advance(60);
    expect(receiver.received).toHaveLength(3);
    receiver.answer = answering(200);
    await redeliver();
    await advance(100_000);
    expect(receiver.received).toHaveLength(4);
  });

  it('names the field of a bad redelivery, and knows no event that never was', async () => {
    expect(await harness.control('POST', '/webhook-deliveries/redeliver', {})).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('event_id') },
    });
    expect(
      (await harness.control('POST', '/webhook-deliveries/redeliver', { event_id: nobody })).status,
    ).toBe(404);
  });
});
