/** The gauges of waiting rows use indexes, on both databases. */
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { readQueueDepths } from '../../../server/core/jobs/queue-depths.ts';
import { createStoreGauges } from '../../../server/core/observability/store-gauges.ts';
import type { Store } from '../../../server/core/store/store.ts';
import type { WriteRow } from '../../../server/core/store/tables.ts';
import { flows, isOfPaidBooking } from '../../../server/upstream/write-kinds.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';
import { readSeries, sumOf } from './series.ts';

const nowMs = 1_800_000_000_000;

const write = (id: string, over: Partial<WriteRow>): WriteRow => ({
  id,
  flow: 'full_api',
  owner_id: 'journey-1',
  owner_kind: 'journey',
  customer_id: 'c',
  kind: 'order.place',
  path: '/v1/orders',
  idempotency_key: `key-${id}`,
  key_reused: 0,
  parked_reason: null,
  waits_for: null,
  body: null,
  state: 'due',
  attempts: 1,
  due_at: nowMs + 60_000,
  lease_owner: null,
  fence: 0,
  outcome: null,
  created_at: nowMs,
  updated_at: nowMs,
  ...over,
});

async function fill({ db }: Store): Promise<void> {
  const rows = [
    write('a', { created_at: nowMs - 90_000 }),
    write('b', { created_at: nowMs - 30_000 }),
    write('c', { state: 'parked', waits_for: 'service', created_at: nowMs - 900_000, kind: 'identity.save' }),
    write('d', { state: 'settled', created_at: nowMs - 9_000_000 }),
    write('e', { flow: 'co_branded', state: 'parked', waits_for: 'key:k1' }),
    write('f', { flow: 'co_branded', state: 'parked', waits_for: 'key:k2', created_at: nowMs - 5_000 }),
    write('g', { flow: 'co_branded', state: 'parked', kind: 'gone', created_at: nowMs - 20_000 }),
  ];
  await db.insertInto('writes').values(rows).execute();
  const read = { kind: 'appointment', asked: 1, attempts: 0, due_at: nowMs, lease_owner: null, fence: 0 };
  for (const [ref, state] of [
    ['1', 'due'],
    ['2', 'due'],
    ['3', 'done'],
  ] as const)
    await db
      .insertInto('webhook_reads')
      .values({ ...read, subject: ref, ref, state })
      .execute();
  const evidence = {
    owner_id: 'j',
    customer_id: 'c',
    upstream_id: null,
    body: '',
    version: 1,
    attempts: 0,
    due_at: 0,
    updated_at: 0,
  };
  for (const [id, phase] of [
    ['1', 'creating'],
    ['2', 'transferring'],
    ['3', 'processing'],
    ['4', 'processing'],
    ['5', 'accepted'],
  ] as const)
    await db
      .insertInto('evidence')
      .values({ ...evidence, id, phase })
      .execute();
}

describe.each(storeKinds)('The database gauges on %s', (kind) => {
  it('count waiting rows by flow and state, and their age', async () => {
    const store = await newTestStore(kind);
    await fill(store);
    const registry = new Registry();
    const look = createStoreGauges({
      registry,
      readDepths: () => readQueueDepths(store.db, { hasSink: true }),
      isWritable: async () => true,
      flows,
      isOfPaidBooking,
      clock: manualClock(nowMs),
    });
    await look();
    const found = readSeries(await registry.metrics());
    const seriesOf = (name: string) =>
      found
        .filter((series) => series.name === name && series.value > 0)
        .map(({ labels, value }) => [...Object.values(labels), value].join(' '));
    expect(seriesOf('dx_writes_waiting')).toEqual([
      'full_api due service 2',
      'full_api parked service 1',
      'co_branded parked key 2',
      'co_branded parked operator 1',
    ]);
    expect(seriesOf('dx_writes_oldest_seconds')).toEqual([
      'full_api service 900',
      'co_branded key 5',
      'co_branded operator 20',
    ]);
    expect(seriesOf('dx_paid_bookings_oldest_seconds')).toEqual(['full_api 90', 'co_branded 5']);
    expect(sumOf(found, 'dx_writes_waiting', { flow: 'co_branded', waits_for: 'reader' })).toBe(0);
    expect(sumOf(found, 'dx_webhook_reads_waiting')).toBe(2);
    expect(sumOf(found, 'dx_documents_under_way', { phase: 'transferring' })).toBe(1);
    expect(sumOf(found, 'dx_documents_under_way', { phase: 'processing' })).toBe(2);

    await store.db.updateTable('writes').set({ state: 'settled' }).execute();
    await look();
    expect(sumOf(readSeries(await registry.metrics()), 'dx_writes_waiting')).toBe(0);
  });
});
