/** The metrics of the whole server: what they count, where they are served, and that clients cannot add series. */
import { request } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { eventHeaders } from '../../../server/contract/upstream-webhooks.ts';
import type { Clock } from '../../../server/core/clock.ts';
import { book } from '../../support/booked-appointment.ts';
import { at, choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import type { FullApiServer } from '../../support/full-api-server.ts';
import { openLive } from '../../support/live-page.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newEvent, signatureOf } from '../../support/webhook-harness.ts';
import { readSeries, type Series, sumOf } from './series.ts';

const webhookSecret = 'whsec_invented-for-tests';
let service: FullApiServer;
const start = async (options: { clock?: Clock } = {}) => {
  const env = { METRICS_PORT: '0', WEBHOOK_SECRETS: webhookSecret };
  service = await serverOfTest({ ...options, env });
};
const series = async (): Promise<Series[]> => readSeries(await service.metrics());

it('counts the requests of a booking, its upstream requests, and its writes', async () => {
  await start();
  const lastResponse = 'dx_upstream_last_response_timestamp_seconds';
  const startedAt = sumOf(await series(), lastResponse, { flow: 'full_api' });
  await book(service, 'patron-1');
  const live = await openLive(service, 'patron-1');
  const found = await series();

  const answers = { method: 'POST', route: '/journeys/:id', status: '2xx' };
  expect(sumOf(found, 'dx_http_request_duration_seconds_count', answers)).toBeGreaterThan(5);
  const call = {
    flow: 'full_api',
    endpoint: 'POST /v1/appointments/{appointmentId}/schedule',
    outcome: '2xx',
  };
  expect(sumOf(found, 'dx_upstream_call_duration_seconds_count', call)).toBe(1);
  expect(sumOf(found, 'dx_upstream_call_duration_seconds_sum', call)).toBeGreaterThan(0);
  for (const kind of ['identity.save', 'order.place'])
    expect([kind, sumOf(found, 'dx_writes_total', { flow: 'full_api', kind, outcome: 'settled' })]).toEqual([
      kind,
      1,
    ]);
  expect(sumOf(found, 'dx_writes_waiting', { flow: 'full_api' })).toBe(0);
  expect(sumOf(found, lastResponse, { flow: 'full_api' })).toBeGreaterThan(startedAt);
  expect(sumOf(found, lastResponse, { flow: 'co_branded' })).toBeNaN();
  expect(sumOf(found, 'dx_live_streams')).toBe(1);
  expect(sumOf(found, 'dx_documents_under_way')).toBe(0);
  expect(sumOf(found, 'dx_store_up')).toBe(1);
  expect(sumOf(found, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  await live.leave();
  await eventually(async () => sumOf(await series(), 'dx_live_streams') === 0);
});

it('does not take a refusal of the API key for a response of the service', async () => {
  await start();
  const customer = service.customer('patron-key');
  await customer.open();
  for (const path of ['/v1/locations', '/v1/appointments'])
    await service.sandbox.fault('GET', path, { kind: 'status', status: 401 }, { times: 100 });
  const search = { search: { test_types: ['DEXA' as const], near: { zip: '10002' } } };
  const refused = { endpoint: 'GET /v1/locations', outcome: '4xx' };
  const searched = async () => {
    await expect(customer.answer('place', search)).rejects.toThrow('service_unavailable');
    const found = await series();
    return {
      tries: sumOf(found, 'dx_upstream_call_duration_seconds_count', refused),
      at: sumOf(found, 'dx_upstream_last_response_timestamp_seconds', { flow: 'full_api' }),
    };
  };
  const [first, second] = [await searched(), await searched()];
  expect(second.tries).toBeGreaterThan(first.tries);
  expect(second.at).toBe(first.at);
});

it('reports a write that the service rejects, and since when it waits', async () => {
  await start();
  const customer = service.customer('patron-2');
  const view = await choosePlace(customer, 'DEXA');
  at(await customer.answer('times', pickTimes(view)), 'identity');
  await service.sandbox.fault('POST', '/v1/api-first/identities', {
    kind: 'status',
    status: 503,
    headers: { 'retry-after': '2' },
  });
  const answering = customer.answer('identity', profile);
  const outcome = { flow: 'full_api', kind: 'identity.save', outcome: 'postponed' };
  await eventually(async () => sumOf(await series(), 'dx_writes_total', outcome) >= 1);
  const found = await series();
  expect(sumOf(found, 'dx_writes_waiting', { flow: 'full_api', state: 'due' })).toBe(1);
  expect(
    sumOf(found, 'dx_writes_oldest_seconds', { flow: 'full_api', waits_for: 'service' }),
  ).toBeGreaterThan(0);
  const refusedCalls = { endpoint: 'POST /v1/api-first/identities', outcome: '5xx' };
  expect(sumOf(found, 'dx_upstream_call_duration_seconds_count', refusedCalls)).toBeGreaterThanOrEqual(1);
  await service.sandbox.clearFaults();
  await answering;
});

it('counts new, known and refused deliveries', async () => {
  await start();
  const body = JSON.stringify(newEvent());
  const timestamp = String(Math.floor(Date.now() / 1000));
  const deliver = (signature: string) =>
    fetch(`${service.url}/webhooks`, {
      method: 'POST',
      headers: { [eventHeaders.timestamp]: timestamp, [eventHeaders.signature]: signature },
      body,
    });
  await deliver(signatureOf(timestamp, body, webhookSecret));
  await deliver(signatureOf(timestamp, body, webhookSecret));
  await deliver(signatureOf(timestamp, body, 'another'));
  const found = await series();
  expect(sumOf(found, 'dx_webhooks_accepted_total', { outcome: 'new' })).toBe(1);
  expect(sumOf(found, 'dx_webhooks_accepted_total', { outcome: 'duplicate' })).toBe(1);
  expect(sumOf(found, 'dx_webhooks_refused_total', { reason: 'event_signature' })).toBe(1);
  expect(sumOf(found, 'dx_webhook_reads_waiting')).toBe(1);
});

it('requests for unknown routes add no series', async () => {
  // The clock does not move, so the server's own work adds none.
  await start({ clock: manualClock(Date.now()) });
  await fetch(`${service.url}/nowhere`);
  const ask = (method: string, path: string) =>
    new Promise<void>((done) => {
      request(service.url + path, { method, headers: { traceparent: 'canary' } }, (answer) =>
        answer.resume().once('end', done),
      ).end();
    });
  for (const method of ['PROPFIND', 'M-SEARCH', 'SUBSCRIBE', 'DELETE'])
    await ask(method, `/journeys/canary-${method}?canary=1`);
  const before = await series();
  for (let times = 0; times < 20; times++) {
    for (const method of ['PROPFIND', 'M-SEARCH', 'SUBSCRIBE', 'DELETE'])
      await ask(method, `/journeys/canary-${method}-${times}?canary=${times}`);
    await ask('GET', `/canary/${times}`);
  }
  const after = await series();
  const ours = (all: Series[]) => all.filter(({ name }) => name.startsWith('dx_')).length;
  expect(ours(after)).toBe(ours(before));
  expect(new Set(after.map(({ labels }) => labels.method))).toEqual(
    new Set([undefined, 'POST', 'PUT', 'GET', 'DELETE', '_OTHER']),
  );
  expect(await service.metrics()).not.toContain('canary');
});

it('serves the other metrics while the database does not respond', async () => {
  await start();
  const other = new DatabaseSync(String(service.env.SQLITE_FILE));
  other.exec('alter table writes rename to moved');
  const found = await series();
  other.exec('alter table moved rename to writes');
  other.close();
  expect(sumOf(found, 'dx_store_up')).toBe(0);
  expect(sumOf(found, 'dx_live_streams')).toBe(0);
  expect(sumOf(found, 'dx_writes_waiting')).toBeNaN();
  expect(sumOf(await series(), 'dx_writes_waiting')).toBe(0);
});

it('serves no metrics at the public port, and none at all by default', async () => {
  await start();
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
  service = await serverOfTest();
  await expect(service.metrics()).rejects.toThrow('This server does not listen');
});
