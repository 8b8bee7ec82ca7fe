import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatcher } from '../../../server/booking/webhooks/create-batcher.ts';
import { createEventReads } from '../../../server/booking/webhooks/event-reads.ts';
import { createInbox } from '../../../server/booking/webhooks/inbox.ts';
import { Problem, UpstreamError } from '../../../server/core/errors.ts';
import { silentLog } from '../../../server/core/observability/log.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { addCustomer } from '../../operate/records/customer-rows.ts';
import { assumptionsWith } from '../../support/assumptions.ts';
import { decrypted } from '../../support/decrypted-columns.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { newEncryption } from '../../support/keys.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../../support/test-stores.ts';
import { appointmentId, newEvent, webhookHarness } from '../../support/webhook-harness.ts';

const eventOf = (ref: string) => JSON.stringify(newEvent({ data: { object: { appointment_id: ref } } }));

describe.each(storeKinds)('on %s', (kind) => {
  it('is read by the next process when the first died between the event and the read [WHK-34] [WHK-35] [T81]', async () => {
    const settings = await newStoreSettings(kind);
    const encryption = newEncryption();
    const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
    const first = await webhookHarness(await openTestStore(settings), { encryption, read: () => hangs });
    const body = eventOf('a-1');
    expect(await first.deliver({ body })).toMatchObject({ status: 204 });
    // The first holds the lease and never comes back: its clock runs out in the second.
    const second = await webhookHarness(await openTestStore(settings), {
      encryption,
      now: () => Date.now() + 6_000,
    });
    expect(await second.deliver({ body })).toMatchObject({ status: 204 });
    second.webhooks.start();
    await eventually(() => second.reads.length === 1);
    await eventually(async () => (await second.due()).length === 0);
    expect(await second.events()).toHaveLength(1);
    release();
  });

  it('is queued in the commit that stores the event', async () => {
    const store = await newTestStore(kind);
    const harness = await webhookHarness(store);
    await store.db.schema.alterTable('webhook_reads').renameTo('away').execute();
    expect(await harness.deliver({ body: eventOf('a-1') })).toMatchObject({ status: 503 });
    expect(await harness.events()).toEqual([]);
    await store.db.schema.alterTable('away').renameTo('webhook_reads').execute();
  });

  it('runs once when several processes look for it', async () => {
    const settings = await newStoreSettings(kind);
    const encryption = newEncryption();
    const { promise: haveLooked, resolve: release } = Promise.withResolvers<void>();
    const processes = await Promise.all(
      [1, 2, 3].map(async () =>
        webhookHarness(await openTestStore(settings), { encryption, read: () => haveLooked }),
      ),
    );
    for (const { webhooks } of processes) webhooks.start();
    const refs = Array.from({ length: 9 }, (_, n) => `a-${n}`);
    await Promise.all(refs.map((ref, n) => processes[n % 3]?.deliver({ body: eventOf(ref) })));
    // Each process looks for work while another one reads.
    for (const { webhooks } of processes) webhooks.wake();
    release();
    const isDone = async () => (await processes[0]?.due())?.length === 0;
    await eventually(isDone);
    await Promise.all(processes.map(({ webhooks }) => webhooks.idle()));
    expect(processes.flatMap(({ reads }) => reads).toSorted()).toEqual(
      refs.map((ref) => `appointment:${ref}`),
    );
  });

  it('is read again for an event that arrives during the read, and never twice at a time [WHK-43] [T82]', async () => {
    let under = 0;
    let most = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const harness = await webhookHarness(await newTestStore(kind), {
      read: async () => {
        most = Math.max(most, ++under);
        await promise;
        under -= 1;
      },
    });
    harness.webhooks.start();
    await harness.deliver({ body: eventOf('a-1') });
    await eventually(() => under === 1);
    for (let n = 0; n < 4; n++) await harness.deliver({ body: eventOf('a-1') });
    resolve();
    await eventually(async () => (await harness.due()).length === 0);
    expect(harness.reads).toHaveLength(2);
    expect(most).toBe(1);
  });

  it('stays with the process that reads when another process receives an event', async () => {
    const settings = await newStoreSettings(kind);
    const encryption = newEncryption();
    const { promise: hangs, resolve: release } = Promise.withResolvers<void>();
    const reading = await webhookHarness(await openTestStore(settings), { encryption, read: () => hangs });
    const receiving = await webhookHarness(await openTestStore(settings), { encryption });
    reading.webhooks.start();
    await reading.deliver({ body: eventOf('a-1') });
    await eventually(async () => (await reading.due())[0]?.lease_owner != null);
    const [leased] = await reading.due();
    await receiving.deliver({ body: eventOf('a-1') });
    const [row] = await reading.due();
    expect(row).toMatchObject({ asked: 2, lease_owner: leased?.lease_owner, fence: leased?.fence });
    expect(row?.due_at).toBeGreaterThanOrEqual(leased?.due_at ?? 0);
    release();
    await eventually(async () => (await reading.due()).length === 0);
    expect(reading.reads).toHaveLength(2);
  });

  it('is retried when the service is unavailable', async () => {
    let tries = 0;
    const harness = await webhookHarness(await newTestStore(kind), {
      read: async () => {
        if (++tries < 3) throw new UpstreamError({ status: 503, retryAfterMs: 20 });
      },
    });
    harness.webhooks.start();
    await harness.deliver({ body: eventOf('a-1') });
    await eventually(() => harness.reads.length === 1);
    expect(tries).toBe(3);
  });

  it('is dropped after a while for an unknown appointment', async () => {
    let offsetMs = 0;
    const harness = await webhookHarness(await newTestStore(kind), {
      now: () => Date.now() + offsetMs,
      read: async (ref) => {
        if (ref === 'foreign') throw new Problem('appointment_not_found');
      },
    });
    const failures = () => harness.logged().match(/webhook.read_unknown/g)?.length ?? 0;
    harness.webhooks.start();
    await harness.deliver({ body: eventOf('foreign') });
    for (let tries = 1; tries < 6; tries++) {
      // The clock moves between reads: past the lease of a read under way, that read would not count.
      const isBetweenReads = async () => (await harness.due()).every((row) => row.lease_owner === null);
      // A short pause before a retry can end by the real clock, so there may be more reads than turns.
      await eventually(async () => failures() >= tries && (await isBetweenReads()));
      offsetMs += 60_000;
      // Another event makes the server look, so that nothing waits for a timer of the real clock.
      await harness.deliver({ body: eventOf('known') });
    }
    await eventually(async () => (await harness.due()).length === 0);
    expect(harness.logged()).toContain('"outcome":"left"');
    expect(failures()).toBe(6);
    expect(harness.logged()).not.toContain('webhook.read_failed');
  });
});

it('survives a database that is unavailable for a while', async () => {
  const store = await newTestStore('sqlite');
  const harness = await webhookHarness(store);
  harness.webhooks.start();
  await store.db.schema.alterTable('webhook_reads').renameTo('away').execute();
  await eventually(() => harness.logged().includes('webhook.worker_failed'));
  await store.db.schema.alterTable('away').renameTo('webhook_reads').execute();
  await harness.deliver({ body: eventOf(appointmentId) });
  await eventually(() => harness.reads.length === 1);
});

const eventsIn = ({ db }: Store) =>
  db.selectFrom('webhook_events').selectAll().orderBy('received_at').execute();

it.each(storeKinds)('the key of the customer encrypts each event of the customer, on %s', async (kind) => {
  const store = await newTestStore(kind);
  const encryption = newEncryption();
  let nowMs = Date.now();
  const inbox = createInbox({ assumptions: assumptionsWith(), store, encryption, now: () => nowMs++ });
  const jobs = newJobs(store);
  createEventReads({
    jobs,
    handlers: { appointment: async () => {} },
    adopt: inbox.adopt,
    log: silentLog,
  });
  const body = Buffer.from(JSON.stringify(newEvent()));
  await inbox.accept(newEvent(), body);
  expect(await eventsIn(store)).toMatchObject([{ customer_id: null, ref: appointmentId }]);
  await addCustomer(store, encryption, 'ada', { id: appointmentId, tables: ['appointments'] });
  await inbox.accept(newEvent(), body);
  expect(await eventsIn(store)).toMatchObject([{ customer_id: null }, { customer_id: 'ada' }]);
  jobs.start();
  await eventually(async () => (await eventsIn(store)).every(({ customer_id }) => customer_id === 'ada'));
  await jobs.stop();
  for (const row of await eventsIn(store))
    expect(
      Buffer.from(await decrypted<string>(store.db, encryption, 'webhook_events', 'body', row), 'base64'),
    ).toEqual(body);
  await encryption.customerKeys.remove(store.db, 'ada');
  for (const row of await eventsIn(store))
    await expect(decrypted(store.db, encryption, 'webhook_events', 'body', row)).rejects.toThrow(
      'no data key',
    );
});

describe('A batch', () => {
  it('runs items that arrived meanwhile in one batch of limited size, and returns results in order', async () => {
    const groups: number[][] = [];
    const double = createBatcher(async (items: number[]) => {
      groups.push(items);
      await nextTurn();
      return items.map((item) => item * 2);
    }, 3);
    expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('runs each item by itself after a batch fails, and continues', async () => {
    const careful = createBatcher(async (items: number[]) => {
      await nextTurn();
      if (items.includes(3)) throw new Error('not this one');
      return items;
    }, 10);
    const found = await Promise.allSettled([1, 2, 3, 4].map(careful));
    expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await careful(5)).toBe(5);
  });
});
