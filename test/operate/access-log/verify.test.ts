/** The verification finds each change of the table without the key: of each column, and of the order and number of records. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../server/core/observability/log.ts';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { reseal } from '../../../server/core/store/reseal.ts';
import { openServerKeys } from '../../../server/core/store/server-keys.ts';
import type { Store } from '../../../server/core/store/store.ts';
import type { AccessEntry } from '../../../server/operate/access-log/entry.ts';
import { verify } from '../../../server/operate/access-log/verify.ts';
import { flipped, newAccessLog, viewOf } from '../../support/access-log.ts';
import { newJobs } from '../../support/jobs.ts';
import { newStoreKey } from '../../support/keys.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

const dayMs = 24 * 60 * 60_000;
const entries: AccessEntry[] = [
  ...['a', 'b', 'c', 'd'].map((id) => viewOf('ada', id)),
  { ...viewOf('bo', 'e'), actor: { role: 'operator', name: 'eve' }, action: 'export' },
];

/** Two chains of five records, a day apart. */
async function filled(store: Store) {
  const key = newStoreKey('first');
  const encryption = createEncryption([key]);
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const jobs = newJobs(store, clock);
  const [first, second] = [
    await newAccessLog(store, encryption, jobs, { log }),
    await newAccessLog(store, encryption, jobs, { log }),
  ];
  for (const one of [first, second])
    for (const entry of entries) {
      one.record(entry);
      await one.flush();
      clock.advance(dayMs);
    }
  const chains = await store.db.selectFrom('access_log_chains').select('id').orderBy('number').execute();
  const [one = '', two = ''] = chains.map(({ id }) => id);
  const faults = async () =>
    (await verify(store.db, first.keys)).faults.map(({ fault, chain, seq }) => [
      fault,
      chain === one ? 1 : chain === two ? 2 : chain,
      seq,
    ]);
  return { key, clock, lines, first, second, one, two, faults };
}

describe.each(storeKinds)('on %s', (kind) => {
  it('finds one flipped byte in each column, and names the record', async () => {
    const store = await newTestStore(kind);
    const { one, faults, first } = await filled(store);
    expect(await verify(store.db, first.keys)).toMatchObject({
      faults: [],
      chains: [{ seq: 5 }, { seq: 5 }],
      records: 10,
    });
    const third = () =>
      store.db
        .selectFrom('access_log')
        .selectAll()
        .where('chain', '=', one)
        .where('seq', '=', 3)
        .executeTakeFirstOrThrow();
    const intact = await third();
    for (const [column, value] of Object.entries(intact).filter(
      ([name]) => !['chain', 'seq'].includes(name),
    )) {
      const set = (to: unknown) =>
        sql`update access_log set ${sql.ref(column)} = ${to} where chain = ${one} and seq = 3`.execute(
          store.db,
        );
      await set(flipped(value));
      expect([column, await faults()]).toEqual([column, [['changed', 1, 3]]]);
      await set(value);
    }
    expect(await third()).toEqual(intact);
    const ids = sql`where chain = ${one} and seq = 3`;
    await sql`update access_log set seq = 99 ${ids}`.execute(store.db);
    expect(await faults()).toEqual([['missing', 1, 3]]);
    await sql`update access_log set seq = 3 where seq = 99`.execute(store.db);
    await sql`update access_log set chain = 'other' ${ids}`.execute(store.db);
    expect(await faults()).toEqual([
      ['missing', 1, 3],
      ['chain_missing', 'other', null],
    ]);
  });

  it('finds a changed row of a chain, in each column that it authenticates', async () => {
    const store = await newTestStore(kind);
    const { two, faults } = await filled(store);
    const row = await store.db
      .selectFrom('access_log_chains')
      .select([
        'created_at',
        'mac',
        'last_seq',
        'last_mac',
        'head_mac',
        'purged_seq',
        'purged_mac',
        'purge_mac',
      ])
      .where('id', '=', two)
      .executeTakeFirstOrThrow();
    for (const [column, value] of Object.entries(row)) {
      const set = (to: unknown) =>
        sql`update access_log_chains set ${sql.ref(column)} = ${to} where id = ${two}`.execute(store.db);
      await set(flipped(value));
      expect([column, await faults()]).toEqual([column, [['chain_changed', 2, null]]]);
      await set(value);
    }
    expect(await faults()).toEqual([]);
  });

  it('finds one flipped byte in each record, and in the id and the number of a chain', async () => {
    const store = await newTestStore(kind);
    const { one, faults } = await filled(store);
    for (const { chain, seq, mac } of await store.db.selectFrom('access_log').selectAll().execute()) {
      const set = (to: string) =>
        store.db.updateTable('access_log').set({ mac: to }).where('chain', '=', chain).where('seq', '=', seq);
      await set(flipped(mac) as string).execute();
      expect(await faults()).toEqual([['changed', chain === one ? 1 : 2, seq]]);
      await set(mac).execute();
    }
    const ofOne = sql`where id = ${one}`;
    await sql`update access_log_chains set number = 3 ${ofOne}`.execute(store.db);
    expect(await faults()).toContainEqual(['chain_missing', 2, null]);
    await sql`update access_log_chains set number = 1 ${ofOne}`.execute(store.db);
    await sql`update access_log_chains set id = 'other' ${ofOne}`.execute(store.db);
    expect(await faults()).toEqual([
      ['chain_changed', 'other', null],
      ['chain_missing', 1, null],
    ]);
  });

  it('finds removed, added and reordered records, a cut end, and a removed chain', async () => {
    const store = await newTestStore(kind);
    const { one, two, faults, second, lines } = await filled(store);
    const copy = await store.db.selectFrom('access_log').selectAll().execute();
    const restore = async () => {
      await store.db.deleteFrom('access_log').execute();
      await store.db.insertInto('access_log').values(copy).execute();
      expect(await faults()).toEqual([]);
    };
    await sql`delete from access_log where chain = ${one} and seq = 2`.execute(store.db);
    expect(await faults()).toEqual([['missing', 1, 2]]);
    await restore();
    await sql`delete from access_log where chain = ${one} and seq > 3`.execute(store.db);
    expect(await faults()).toEqual([['missing', 1, 4]]);
    await restore();
    for (const [from, to] of [
      [2, 102],
      [3, 2],
      [102, 3],
    ])
      await sql`update access_log set seq = ${to} where chain = ${one} and seq = ${from}`.execute(store.db);
    expect(await faults()).toEqual([['changed', 1, 2]]);
    await restore();
    await sql`update access_log set chain = ${two}, seq = 6 where chain = ${one} and seq = 5`.execute(
      store.db,
    );
    expect(await faults()).toEqual([
      ['missing', 1, 5],
      ['added', 2, 6],
    ]);
    // The process that writes the chain notices it too, and continues in a new chain.
    second.record(viewOf('ada', 'f'));
    await expect(second.flush()).rejects.toThrow();
    await second.flush();
    expect(lines.filter((line) => line.includes('access_log.altered'))).toHaveLength(1);
    await sql`delete from access_log where chain = ${one}`.execute(store.db);
    await sql`delete from access_log_chains where id = ${one}`.execute(store.db);
    expect((await faults())[0]).toEqual(['chain_missing', 2, null]);
  });

  it('stays verifiable after a purge and after the keys rotate, and purges no record whose time was changed', async () => {
    const store = await newTestStore(kind);
    const { key, clock, one, first, second, faults, lines } = await filled(store);
    const newKey = newStoreKey('next');
    await reseal(store, createEncryption([newKey, key]));
    const rotated = await openServerKeys(createEncryption([newKey]).customerKeys, store);
    expect((await verify(store.db, rotated)).faults).toEqual([]);
    // The first three records are older than seven days.
    await first.purge(clock.now() - 7 * dayMs);
    const left = await store.db.selectFrom('access_log').select('seq').where('chain', '=', one).execute();
    expect(left.map(({ seq }) => seq)).toEqual([4, 5]);
    first.record(viewOf('ada', 'g'));
    await first.flush();
    expect(await faults()).toEqual([]);
    await sql`update access_log set at = 0 where chain = ${one} and seq = 4`.execute(store.db);
    await second.purge(1);
    expect(await faults()).toEqual([['changed', 1, 4]]);
    expect(lines.filter((line) => line.includes('access_log.altered'))).toHaveLength(1);
  });

  it('drops the oldest chains without records, and stays verifiable', async () => {
    const store = await newTestStore(kind);
    const { key, clock, first, second, faults, lines } = await filled(store);
    const chains = () => store.db.selectFrom('access_log_chains').selectAll().orderBy('number').execute();
    await first.purge(clock.now() - 5 * dayMs);
    // The row of the only chain without records says where the log begins.
    expect((await chains()).map(({ number, purged_seq }) => [number, purged_seq])).toEqual([
      [1, 5],
      [2, 0],
    ]);
    await first.purge(clock.now());
    expect((await chains()).map(({ number }) => number)).toEqual([2]);
    expect(await faults()).toEqual([]);
    // The processes whose chain is dropped, or is the beginning of the log, go on.
    for (const each of [first, second]) {
      each.record(viewOf('ada', 'h'));
      await each.flush();
    }
    expect((await chains()).map(({ number, last_seq }) => [number, last_seq])).toEqual([
      [2, 6],
      [3, 1],
    ]);
    expect(await faults()).toEqual([]);
    clock.advance(dayMs);
    const third = await newAccessLog(store, createEncryption([key]), newJobs(store, clock));
    third.record(viewOf('ada', 'i'));
    await third.flush();
    await first.purge(clock.now());
    const [anchor, last, ...others] = await chains();
    expect([anchor?.number, last?.number, others]).toEqual([3, 4, []]);
    expect(await faults()).toEqual([]);
    expect(lines).toEqual([]);

    // Nobody without the key can say that the log begins elsewhere.
    for (const column of [
      'id',
      'number',
      'created_at',
      'mac',
      'purged_seq',
      'purged_mac',
      'purge_mac',
    ] as const) {
      const set = (to: unknown, id: unknown = anchor?.id) =>
        sql`update access_log_chains set ${sql.ref(column)} = ${to} where id = ${id}`.execute(store.db);
      const changed = column === 'number' ? 2 : flipped(anchor?.[column]);
      await set(changed);
      expect([column, (await faults()).length > 0]).toEqual([column, true]);
      await set(anchor?.[column], column === 'id' ? changed : anchor?.id);
    }
    expect(await faults()).toEqual([]);
    await sql`delete from access_log_chains where id = ${anchor?.id}`.execute(store.db);
    expect(await faults()).toEqual([['chain_missing', last?.id, null]]);
  });
});
