/** Leased work: one process at a time and for a limited time, for every table and beside an older version. */
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type LeasedTableName, LeaseLost } from '../../server/jobs/leased-table.ts';
import type { Lease } from '../../server/jobs/queue.ts';
import type { Store } from '../../server/store/store.ts';
import { newJobs } from '../support/jobs.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { eventually } from '../support/outbox-harness.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../support/test-stores.ts';
import { leasedTables, olderVersion } from './leased-rows.ts';

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
      const lease = sql<{ until: number }>`select max(lease_until) as until from ${sql.table(name)}`;
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
      await sql`update ${sql.table(name)} set lease_until = 0, due_at = 0`.execute(store.db);
      const second = newProcess(other, name, clock);
      await until(clock, () => second.taken.length === 1);
      const late = first.taken[0]?.lease;
      await expect(late?.end({ due_at: 0 })).rejects.toThrow(LeaseLost);
      await expect(late?.retry()).rejects.toThrow(LeaseLost);
      await second.taken[0]?.lease.end({ due_at: 9_000_000 });
    });

    it('is left untouched by an older version while it is leased, and vice versa', async () => {
      const older = olderVersion[name];
      if (!older) return;
      const asOlder = (text: string, clock: ManualClock) =>
        sql.raw(text.replaceAll(':now', String(clock.now())));
      const { store, clock } = await start();
      const held = newProcess(store, name, clock);
      await until(clock, () => held.taken.length === 1);
      clock.advance(4_900);
      await eventually(async () => (await asOlder(older.due, clock).execute(store.db)).rows.length === 0);
      await held.taken[0]?.lease.end({ due_at: 0 });
      held.taken[0]?.finish();
      await held.jobs.stop();
      expect((await asOlder(older.due, clock).execute(store.db)).rows).toHaveLength(1);
      await asOlder(older.take, clock).execute(store.db);
      const next = newProcess(store, name, clock);
      clock.advance(4_000);
      expect(await next.queue.run('row')).toBeUndefined();
      clock.advance(1_001);
      await until(clock, () => next.taken.length === 1);
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
    await first.jobs.stop();
    clock.advance(0);
    await second.queue.run('row');
    await eventually(() => second.taken.length === 1);
    await expect(first.taken[0]?.lease.end({ due_at: 0 })).rejects.toThrow(LeaseLost);
  }, 15_000);

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
