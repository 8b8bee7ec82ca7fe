/** Leased work: one process at a time and for a limited time, for every table. */
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LeasedTable, type LeasedTableName, LeaseLost } from '../../../server/core/jobs/leased-table.ts';
import type { Lease } from '../../../server/core/jobs/queue.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { eventually } from '../../support/eventually.ts';
import { newJobs } from '../../support/jobs.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../../support/test-stores.ts';

const work = { attempts: 0, due_at: 0, lease_owner: null };

/** By table: how the server describes it, and how a row that is due comes into it. */
const leasedTables: {
  [N in LeasedTableName]: { table: LeasedTable<N>; insert: (store: Store) => Promise<unknown> };
} = {
  writes: {
    table: { name: 'writes', key: 'id', fence: 'fence', work: sql`flow = 'full_api' and state = 'due'` },
    insert: (store: Store) =>
      store.db
        .insertInto('writes')
        .values({
          ...work,
          id: 'row',
          flow: 'full_api',
          owner_id: 'o',
          owner_kind: 'journey',
          customer_id: 'c',
          kind: 'identity.save',
          path: '/',
          idempotency_key: 'k',
          key_reused: 0,
          parked_reason: null,
          waits_for: null,
          body: null,
          state: 'due',
          fence: 0,
          outcome: null,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
  },
  events: {
    table: { name: 'events', key: 'id', fence: 'fence', work: sql`state = 'due'` },
    insert: (store: Store) =>
      store.db
        .insertInto('events')
        .values({
          ...work,
          id: 'row',
          event_id: 'e',
          receiver: 'hook',
          booking_id: 'b',
          sequence: 1,
          customer_id: 'c',
          body: '',
          state: 'due',
          fence: 0,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
  },
  evidence: {
    table: {
      name: 'evidence',
      key: 'id',
      fence: 'version',
      work: sql`phase in ('transferring', 'processing')`,
    },
    insert: (store: Store) =>
      store.db
        .insertInto('evidence')
        .values({
          ...work,
          id: 'row',
          owner_id: 'o',
          customer_id: 'c',
          phase: 'transferring',
          body: '',
          version: 1,
          updated_at: 0,
        })
        .execute(),
  },
  physician_orders: {
    table: {
      name: 'physician_orders',
      key: 'appointment_id',
      fence: 'revision',
      work: sql`phase in ('rendering', 'refreshing')`,
    },
    insert: (store: Store) =>
      store.db
        .insertInto('physician_orders')
        .values({
          ...work,
          appointment_id: 'row',
          customer_id: 'c',
          phase: 'rendering',
          revision: 1,
          body: '',
          updated_at: 0,
        })
        .execute(),
  },
  webhook_reads: {
    table: { name: 'webhook_reads', key: 'subject', fence: 'fence', work: sql`state = 'due'` },
    insert: (store: Store) =>
      store.db
        .insertInto('webhook_reads')
        .values({ ...work, subject: 'row', kind: 'appointment', ref: 'r', asked: 1, state: 'due', fence: 0 })
        .execute(),
  },
  reconciliations: {
    table: { name: 'reconciliations', key: 'flow', fence: 'fence', work: sql`flow in ('row')` },
    insert: (store: Store) =>
      store.db
        .insertInto('reconciliations')
        .values({ ...work, flow: 'row', seen_until: 0, fence: 0 })
        .execute(),
  },
  erasures: {
    table: { name: 'erasures', key: 'id', fence: 'fence', work: sql`state <> 'done'` },
    insert: (store: Store) =>
      store.db
        .insertInto('erasures')
        .values({
          ...work,
          id: 'row',
          subject_key: 's',
          customer_id: 'c',
          state: 'erasing',
          removed: '{}',
          fence: 0,
          created_at: 0,
          updated_at: 0,
        })
        .execute(),
  },
  access_log_chains: {
    table: { name: 'access_log_chains', key: 'id', fence: 'fence', work: sql`delivered_seq < last_seq` },
    insert: (store: Store) =>
      store.db
        .insertInto('access_log_chains')
        .values({
          ...work,
          id: 'row',
          number: 1,
          created_at: 0,
          mac: '',
          last_seq: 1,
          last_mac: '',
          head_mac: '',
          purged_seq: 0,
          purged_mac: '',
          purge_mac: '',
          delivered_seq: 0,
          fence: 0,
        })
        .execute(),
  },
  periodic_jobs: {
    table: { name: 'periodic_jobs', key: 'name', fence: 'fence', work: sql`name = 'row'` },
    insert: (store: Store) =>
      store.db
        .insertInto('periodic_jobs')
        .values({ ...work, name: 'row', fence: 0, seen_until: 0 })
        .execute(),
  },
};

/** A process that works on rows of one table; what it has in hand waits for the test. */
function newProcess<N extends LeasedTableName>(store: Store, name: N, clock: ManualClock) {
  const jobs = newJobs(store, clock);
  const taken: { lease: Lease<N>; finish: (error?: Error) => void }[] = [];
  const errors: unknown[] = [];
  const queue = jobs.queue({
    table: leasedTables[name].table,
    concurrency: 1,
    backoff: () => ({ baseMs: 1_000, capMs: 1_000 }),
    onError: (error) => void errors.push(error),
    work: (lease) =>
      new Promise<void>((done, fail) => {
        taken.push({ lease, finish: (error) => (error ? fail(error) : done()) });
      }),
  });
  jobs.start();
  onTestFinished(async () => {
    for (const { finish } of taken) finish();
    await jobs.stop();
  });
  return { jobs, queue, taken, errors };
}

describe.each(storeKinds)('on %s', (kind) => {
  describe.each(Object.keys(leasedTables) as LeasedTableName[])('a row of %s', (name) => {
    const start = async () => {
      const settings = await newStoreSettings(kind);
      const store = await openTestStore(settings);
      await leasedTables[name].insert(store);
      return { store, other: await openTestStore(settings), clock: manualClock() };
    };
    const until = async (clock: ManualClock, holds: () => boolean) =>
      eventually(() => {
        clock.advance(1);
        return holds();
      });

    const leaseOf = async ({ db }: Store) => {
      const lease = sql<{ until: number }>`select max(due_at) as until from ${sql.table(name)}`;
      return (await lease.execute(db)).rows[0]?.until ?? 0;
    };

    it('is leased by one process, renewed beyond its lease, and taken by another when its holder is gone', async () => {
      const { store, other, clock } = await start();
      const first = newProcess(store, name, clock);
      await until(clock, () => first.taken.length === 1);
      const second = newProcess(other, name, clock);
      for (let times = 0; times < 8; times++) {
        clock.advance(1_250);
        // The renewal is on its way.
        await eventually(async () => (await leaseOf(store)) > clock.now() + 3_750);
        await second.queue.run('row');
      }
      expect(second.taken).toEqual([]);
      // As after SIGKILL: no renewal any more.
      first.queue.underWay('row');
      await store.close();
      clock.advance(5_000);
      await until(clock, () => second.taken.length === 1);
      expect(second.taken[0]?.lease.row.attempts).toBe(2);
    });

    it('is lost to a holder that returns too late', async () => {
      const { store, other, clock } = await start();
      const first = newProcess(store, name, clock);
      await until(clock, () => first.taken.length === 1);
      await sql`update ${sql.table(name)} set due_at = 0`.execute(store.db);
      const second = newProcess(other, name, clock);
      await until(clock, () => second.taken.length === 1);
      const late = first.taken[0]?.lease;
      await expect(late?.end({ due_at: 0 })).rejects.toThrow(LeaseLost);
      await expect(late?.retry()).rejects.toThrow(LeaseLost);
      await second.taken[0]?.lease.end({ due_at: 9_000_000 });
    });
  });

  const newWork = async () => {
    const store = await newTestStore(kind);
    await leasedTables.writes.insert(store);
    return { store, clock: manualClock() };
  };

  it('retries failed work after a wait, and reports it', async () => {
    const { store, clock } = await newWork();
    const { taken, errors } = newProcess(store, 'writes', clock);
    clock.advance(0);
    await eventually(() => taken.length === 1);
    taken[0]?.finish(new Error('no such order'));
    await eventually(() => errors.length === 1);
    await eventually(() => {
      clock.advance(50);
      return taken.length === 2;
    });
    expect(taken[1]?.lease.row.attempts).toBe(2);
  });

  it('a stopping process that cannot wait releases its work', async () => {
    const { store, clock } = await newWork();
    const first = newProcess(store, 'writes', clock);
    clock.advance(0);
    await eventually(() => first.taken.length === 1);
    const second = newProcess(store, 'writes', clock);
    const stopped = first.jobs.stop();
    clock.advance(5_000);
    await stopped;
    await second.queue.run('row');
    await eventually(() => second.taken.length === 1);
    await expect(first.taken[0]?.lease.end({ due_at: 0 })).rejects.toThrow(LeaseLost);
  });

  it('the poll finds a row that another process commits', async () => {
    const store = await newTestStore(kind);
    const clock = manualClock();
    const { taken } = newProcess(store, 'writes', clock);
    clock.advance(0);
    await sql`select 1`.execute(store.db);
    await leasedTables.writes.insert(store);
    clock.advance(5_000);
    await eventually(() => {
      clock.advance(0);
      return taken.length === 1;
    });
  });
});
