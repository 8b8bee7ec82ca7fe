/** Deliveries in real time, and the control plane's view of them. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WebhookEndpoint } from '../../server/contract/upstream-api/webhook-endpoints.ts';
import { order } from './booking.ts';
import { harnessOfFile } from './fresh-partner.ts';
import { answering, openReceiver, type Receiver, register } from './receiver.ts';
import { nobody, type Partner } from './sandbox-harness.ts';

const harness = await harnessOfFile();
let receiver: Receiver;
let partner: Partner;
let endpoint: WebhookEndpoint;
beforeEach(async () => {
  await harness.control('POST', '/reset');
  receiver = await openReceiver();
  partner = await harness.partner();
  endpoint = await register(partner, receiver.url);
  return () => receiver.close();
});

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
  it('times out after ten seconds without a response, and is retried later [GAP-91]', async () => {
    receiver.answer = () => {};
    const before = performance.now();
    const id = await firstAttempt();
    expect(performance.now() - before).toBeGreaterThan(9_900);
    expect(await deliveries(id)).toMatchObject([{ status: null, outcome: 'retrying' }]);
  });
});

it('a reset ends the attempts in progress, so that those of the next run do not wait', async () => {
  // Without its limit, only the reset ends the attempt.
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  onTestFinished(() => limit.mockRestore());
  receiver.answer = () => {};
  await order(partner, 'DEXA');
  await receiver.until(1);
  await harness.control('POST', '/reset');
  receiver.answer = answering(204);
  // The same requests lead to the same ids.
  partner = await harness.partner();
  await register(partner, receiver.url);
  await order(partner, 'DEXA');
  const [before, after] = await receiver.until(2);
  expect(after?.event.id).toBe(before?.event.id);
  await advance(0);
  expect(await deliveries(after?.event.id)).toMatchObject([{ status: 204 }]);
});

describe('the six attempts', () => {
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
