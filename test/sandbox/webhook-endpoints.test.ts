/** POST /v1/webhook-endpoints: the registration, its response, and which endpoint gets which events. */
import { beforeEach, describe, expect, it } from 'vitest';
import { webhookEndpoint } from '../../server/contract/upstream-api/webhook-endpoints.ts';
import { order, schedule } from './booking.ts';
import { move } from './confirmed-appointment.ts';
import { eachWithPartner, harness, partner } from './fresh-partner.ts';
import { endpointBody, openReceiver, type Receiver, register } from './receiver.ts';

let receiver: Receiver;
eachWithPartner();
beforeEach(async () => {
  receiver = await openReceiver();
  return () => receiver.close();
});

const post = (body: unknown, key?: string | null) => partner.post('/v1/webhook-endpoints', body, key);
const https = 'https://hooks.partner.example/service';
/** Waits until all deliveries are made. */
const settle = () => harness.control('POST', '/clock', { advance_seconds: 0 });
const typesReceived = () => receiver.received.map(({ event }) => event.type);

describe('a registration', () => {
  // Also [GAP-86]
  it('returns the signing secret and the registration [WHK-01] [WHK-03] [WHK-05]', async () => {
    const { status, data } = await post(endpointBody(https));
    expect(status).toBe(201);
    webhookEndpoint.parse(data);
    expect(data).toEqual({
      id: expect.any(String),
      ...endpointBody(https),
      signing_secret: expect.stringMatching(/^\S{32,}$/),
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({ webhook_endpoints: 1 });
  });

  it('has a secret of its own, which nothing else ever shows [WHK-05]', async () => {
    const first = await register(partner, receiver.url);
    const second = await register(partner, receiver.url);
    expect(second.signing_secret).not.toBe(first.signing_secret);
    await order(partner, 'DEXA');
    await settle();
    const seen = [
      receiver.received,
      ...(await Promise.all(
        ['/requests', '/webhook-deliveries', '/events', '/ledger'].map((path) =>
          harness.control('GET', path),
        ),
      )),
    ];
    expect(JSON.stringify(seen)).not.toContain(first.signing_secret);
    expect((await partner.get('/v1/webhook-endpoints')).status).toBe(404);
  });

  it.each([
    ['no callback', { callback_url: undefined }],
    ['no address', { callback_url: 'hooks' }],
    ['plain http', { callback_url: 'http://hooks.partner.example/service' }],
    ['another scheme', { callback_url: 'ftp://127.0.0.1/hooks' }],
    ['credentials in it', { callback_url: 'https://user:word@hooks.partner.example/' }],
    ['no events', { subscribed_events: undefined }],
    ['an unknown event', { subscribed_events: ['appointment.forgotten'] }],
    ['events that are no list', { subscribed_events: 'appointment.created' }],
    ['a flag that is none', { partner_evidence_webhooks_enabled: 'yes' }],
    ['another field', { secret: 'mine' }],
  ])('is refused with %s [WHK-03] [WHK-04] [GAP-87]', async (_name, changes) => {
    expect((await post(endpointBody(https, changes))).status).toBe(400);
  });

  it.each(['http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/'])(
    'accepts %s, because it is this machine [GAP-87]',
    async (url) => {
      expect((await post(endpointBody(url))).status).toBe(201);
    },
  );

  it('replays under its key [IDEM-03]', async () => {
    const first = await post(endpointBody(https), 'one');
    expect((await post(endpointBody(https), 'one')).data).toEqual(first.data);
    expect((await harness.control('GET', '/ledger')).json).toMatchObject({ webhook_endpoints: 1 });
    expect((await post(endpointBody(https), null)).status).toBe(201);
  });
});

describe('an endpoint', () => {
  it('gets only the types it subscribes to [WHK-26]', async () => {
    await register(partner, receiver.url, { subscribed_events: ['appointment.requested'] });
    await schedule(partner);
    await settle();
    expect(typesReceived()).toEqual(['appointment.requested']);
  });

  it("gets nothing of another partner's", async () => {
    await register(await harness.partner(), receiver.url);
    await order(partner, 'DEXA');
    await settle();
    expect(receiver.received).toEqual([]);
  });

  it('is one of several, and each gets its own delivery, signed with its own secret', async () => {
    await register(partner, receiver.url);
    await register(partner, receiver.url);
    await order(partner, 'DEXA');
    const [first, second] = await receiver.until(2);
    expect(second?.rawBody).toBe(first?.rawBody);
    expect(second?.headers['x-service-signature']).not.toBe(first?.headers['x-service-signature']);
    expect(second?.headers['x-service-timestamp']).not.toBe(first?.headers['x-service-timestamp']);
  });

  it('receives the events of one appointment in order', async () => {
    await register(partner, receiver.url);
    const appointment = await schedule(partner);
    for (const to of ['confirmed', 'results_in_progress', 'results_ready'])
      await move(harness, appointment, to);
    await receiver.until(5);
    expect(receiver.received.map(({ event }) => event.sequence)).toEqual([1, 2, 3, 4, 5]);
  });
});
