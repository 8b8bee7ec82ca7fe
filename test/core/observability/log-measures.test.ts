/** What an event of the log adds to, and that no word of a network's becomes a label. */
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Log } from '../../../server/core/observability/log.ts';
import { measureLog } from '../../../server/core/observability/log-measures.ts';
import { writeKindNames } from '../../../server/upstream/write-kinds.ts';
import { readSeries } from './series.ts';

/** The labels of what was counted by name. */
async function countedBy(say: (log: Log) => void, name: string) {
  const registry = new Registry();
  const output: string[] = [];
  say(measureLog((event) => void output.push(event), registry, writeKindNames));
  expect(output).not.toEqual([]);
  return readSeries(await registry.metrics())
    .filter((series) => series.name === name && series.value > 0)
    .map(({ labels }) => labels);
}

const write = { write_id: 'canary', flow: 'full_api', kind: 'order.place' };

it.each<[string, (log: Log) => void]>([
  ['settled', (log) => log('write.settled', { ...write, status: 201 })],
  ['refused', (log) => log('write.settled', { ...write, status: 422, code: 'CANARY' })],
  ['refused', (log) => log('write.settled', { ...write, status: 0 })],
  ['postponed', (log) => log('write.retried', { ...write, reason: 'canary' })],
  ['parked', (log) => log('write.parked', { ...write, reason: 'canary' })],
  ['lease_lost', (log) => log('write.lease_lost', write)],
  ['failed', (log) => log('write.failed', { ...write, error_code: 'canary' })],
])('counts an attempt that was %s', async (outcome, say) => {
  expect(await countedBy(say, 'dx_writes_total')).toEqual([
    { flow: 'full_api', kind: 'order.place', outcome },
  ]);
});

it('knows the writes of a flow only by its own table', async () => {
  const counted = await countedBy((log) => {
    log('write.parked', { flow: 'full_api', kind: 'canary' });
    log('write.parked', { flow: 'canary', kind: 'order.place' });
    log('write.parked', { flow: 'co_branded', kind: 'consent_session.create' });
  }, 'dx_writes_total');
  expect(counted.map(({ flow, kind }) => [flow, kind])).toEqual([
    ['full_api', 'other'],
    ['other', 'other'],
    ['co_branded', 'other'],
  ]);
});

it('knows outcomes of requests only by the codes of the specification', async () => {
  const call = { flow: 'co_branded', method: 'GET', route: '/v1/locations', status: 409, duration_ms: 12 };
  const counted = await countedBy((log) => {
    log('upstream.called', { ...call, outcome: 'SLOT_UNAVAILABLE' });
    log('upstream.called', { ...call, outcome: 'CANARY' });
  }, 'dx_upstream_call_duration_seconds_count');
  expect(counted.map(({ outcome }) => outcome)).toEqual(['SLOT_UNAVAILABLE', 'other']);
});

it('converts milliseconds of the log to seconds', async () => {
  const registry = new Registry();
  const log = measureLog(() => {}, registry, writeKindNames);
  log('request', { method: 'GET', route: '/live', status: 200, duration_ms: 250 });
  expect(readSeries(await registry.metrics())).toContainEqual({
    name: 'dx_http_request_duration_seconds_sum',
    labels: { method: 'GET', route: '/live', status: '2xx' },
    value: 0.25,
  });
});

it.each<[string, string, (log: Log) => void]>([
  ['dx_hook_failures_total', 'hook', (log) => log('hook.failed', { hook: 'payment' })],
  [
    'dx_upstream_drift_total',
    'endpoint',
    (log) => log('upstream.difference', { route: '/v1/orders', path: 'source' }),
  ],
  [
    'dx_upstream_items_set_aside_total',
    'list',
    (log) => log('upstream.item_skipped', { route: '/v1/orders', path: 'items' }),
  ],
  ['dx_upstream_unreadable_total', 'endpoint', (log) => log('upstream.unreadable', { route: '/v1/orders' })],
  [
    'dx_upstream_gate_wait_seconds_count',
    'turn',
    (log) => log('upstream.waited', { flow: 'full_api', turn: 'write', duration_ms: 5 }),
  ],
  ['dx_errors_logged_total', 'event', (log) => log('write.worker_failed', { error_class: 'canary' })],
  ['dx_webhooks_refused_total', 'reason', (log) => log('webhook.not_stored')],
  ['dx_webhook_reads_total', 'kind', (log) => log('webhook.read', { kind: 'appointment', ref: 'canary' })],
])('counts %s', async (name, label, say) => {
  const [labels] = await countedBy(say, name);
  expect(labels?.[label]).toMatch(
    /^(payment|items|\/v1\/orders|write\.worker_failed|event_not_stored|appointment|write)$/,
  );
  expect(JSON.stringify(labels)).not.toContain('canary');
});
