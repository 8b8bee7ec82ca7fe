/** One suite for both stores: what holds on the embedded one holds on PostgreSQL. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JourneyRow } from '../../../server/core/store/tables.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../../support/test-stores.ts';

const bigMs = 9_007_199_254_740_991;
const journey = (id: string, over: Partial<JourneyRow> = {}): JourneyRow => ({
  id,
  customer_id: `customer-${id}`,
  state: 'open',
  revision: 1,
  body: 'sealed',
  created_at: bigMs,
  updated_at: 0,
  ...over,
});

const opener = fileURLToPath(new URL('./opening-process.ts', import.meta.url));

describe.each(storeKinds)('on %s', (kind) => {
  it('returns numbers as numbers and text byte for byte', async () => {
    const { db } = await newTestStore(kind);
    const row = journey('a', { body: `quote ' nul-free \u{1F9EA} \\ "` });
    await db.insertInto('journeys').values(row).execute();
    expect({ ...(await db.selectFrom('journeys').selectAll().executeTakeFirstOrThrow()) }).toEqual(row);
    const { n } = await db
      .selectFrom('journeys')
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  it('keeps at most one current journey per customer, and any number of abandoned ones', async () => {
    const { db } = await newTestStore(kind);
    const add = (id: string, state: JourneyRow['state']) =>
      db
        .insertInto('journeys')
        .values(journey(id, { customer_id: 'c', state }))
        .execute();
    await add('1', 'left');
    await add('2', 'left');
    await add('3', 'open');
    await expect(add('4', 'open')).rejects.toThrow();
    await db.updateTable('journeys').set({ state: 'left' }).where('id', '=', '3').execute();
    await add('4', 'open');
  });

  it('lets one live write hold a key; a completed one releases it', async () => {
    const { db } = await newTestStore(kind);
    const add = (id: string, state: 'due' | 'settled') =>
      db
        .insertInto('writes')
        .values({
          id,
          flow: 'full_api' as const,
          owner_id: 'j',
          owner_kind: 'journey',
          customer_id: 'c',
          kind: 'order.place',
          path: '/v1/orders',
          idempotency_key: 'k',
          key_reused: 0,
          parked_reason: null,
          waits_for: null,
          body: null,
          state,
          attempts: 0,
          due_at: 0,
          lease_owner: null,
          fence: 0,
          outcome: null,
          created_at: 0,
          updated_at: 0,
        })
        .execute();
    await add('1', 'settled');
    await add('2', 'due');
    await expect(add('3', 'due')).rejects.toThrow();
  });

  it('rolls all of a transaction back when its work throws', async () => {
    const store = await newTestStore(kind);
    const failing = store.transaction(async (trx) => {
      await trx.insertInto('journeys').values(journey('a')).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await store.db.selectFrom('journeys').selectAll().execute()).toEqual([]);
  });

  it('loses no update when many transactions read and then write at the same time', async () => {
    const settings = await newStoreSettings(kind);
    const stores = [await openTestStore(settings), await openTestStore(settings)] as const;
    await stores[0].db
      .insertInto('journeys')
      .values(journey('a', { revision: 0 }))
      .execute();
    const add = async (store: (typeof stores)[number]): Promise<void> => {
      const changed = await store.transaction(async (trx) => {
        const read = await trx.selectFrom('journeys').select('revision').executeTakeFirstOrThrow();
        await nextTurn();
        const result = await trx
          .updateTable('journeys')
          .set({ revision: read.revision + 1 })
          .where('revision', '=', read.revision)
          .executeTakeFirst();
        return result.numUpdatedRows === 1n;
      });
      if (!changed) await add(store);
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => add(stores[n % 2 === 0 ? 0 : 1])));
    const { revision } = await stores[0].db
      .selectFrom('journeys')
      .select('revision')
      .executeTakeFirstOrThrow();
    expect(revision).toBe(20);
  });

  it('keeps statements outside a transaction out of it', async () => {
    const store = await newTestStore(kind);
    let beside: Promise<unknown> | undefined;
    const failing = store.transaction(async (trx) => {
      await trx.insertInto('journeys').values(journey('inside')).execute();
      beside = store.db.insertInto('journeys').values(journey('beside')).execute();
      // SQLite runs it after the transaction, PostgreSQL on a connection of its own.
      if (kind === 'postgres') await beside;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await beside;
    expect(await store.db.selectFrom('journeys').select('id').execute()).toEqual([{ id: 'beside' }]);
  });

  it('is created once when several processes start together on an empty database', async () => {
    const settings = await newStoreSettings(kind);
    const outcomes = await Promise.all([1, 2, 3].map(() => openInProcess(settings)));
    expect(outcomes).toEqual([0, 0, 0]);
    const { db } = await openTestStore(settings);
    const rows = await sql<{ name: string }>`select name from migrations`.execute(db);
    const names = rows.rows.map((row) => row.name);
    expect(names).toContain('0001-schema');
    expect(new Set(names).size).toBe(names.length);
    expect(await db.selectFrom('journeys').select('id').execute()).toHaveLength(3);
  });
});

it('has every acknowledged row on disk when its process was killed', async () => {
  const settings = await newStoreSettings('sqlite');
  const child = fork(opener, [JSON.stringify(settings), 'stay'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { db } = await openTestStore(settings);
  expect(await db.selectFrom('journeys').select('id').execute()).toHaveLength(1);
});

it('commits to disk before it acknowledges, and never blocks the event loop', async () => {
  const { db } = await newTestStore('sqlite');
  const read = async (name: string) =>
    Object.values(
      (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0] ?? {},
    );
  expect(await read('journal_mode')).toEqual(['wal']);
  expect(await read('synchronous')).toEqual([2]);
  expect(await read('busy_timeout')).toEqual([0]);
});

async function openInProcess(settings: object): Promise<number | null> {
  const child = fork(opener, [JSON.stringify(settings)], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.exitCode;
}
