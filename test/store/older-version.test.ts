/** Values that a version before migration 0012 wrote in clear are removed while it runs, and it keeps working with this version. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Kysely } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../server/observability/log.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { migrate, migrations } from '../../server/store/migrate.ts';
import { paddedJson } from '../../server/store/padding.ts';
import { postgresDialect } from '../../server/store/postgres.ts';
import { sqliteDialect } from '../../server/store/sqlite.ts';
import { createStoreKeys } from '../../server/store/store-keys.ts';
import type { JourneyRow, Tables, WriteRow } from '../../server/store/tables.ts';
import { createUpkeep } from '../../server/store/upkeep.ts';
import { decrypted } from '../support/decrypted-columns.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import { outboxHarness } from '../support/outbox-harness.ts';
import { saveIdentity } from '../support/save-identity.ts';
import {
  newStoreSettings,
  openTestStore,
  type StoreKind,
  type StoreSettings,
  storeKinds,
} from '../support/test-stores.ts';

const before0012 = migrations.filter(([name]) => name < '0012');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const dayMs = 24 * 60 * 60_000;

async function olderVersion(kind: StoreKind, settings: StoreSettings) {
  const db = new Kysely<Tables>({
    dialect: settings.databaseUrl
      ? postgresDialect(settings.databaseUrl)
      : sqliteDialect(settings.sqliteFile),
  });
  onTestFinished(() => db.destroy());
  await migrate(db, kind, null, before0012);
  return db;
}

const key = newStoreKey('test');
const storeKeys = createStoreKeys([key]);
const encryption = createEncryption([key]);
/** As versions before 0016 encrypt a value. */
const encrypt = (value: unknown) => storeKeys.encrypt(paddedJson(value)).toString('base64url');

/** As version 41d2056 inserts a write: the plain hash of the body beside it. */
function write(
  id: string,
  over: Partial<Omit<WriteRow, 'owner_kind' | 'customer_id'>> = {},
): Omit<WriteRow, 'owner_kind' | 'customer_id'> {
  const text = JSON.stringify({ write: id, pregnant: true });
  return {
    id,
    flow: 'full_api',
    owner_id: 'journey-1',
    kind: 'questionnaire.submit',
    method: 'POST',
    path: '/v1/appointments/a/scheduling-questionnaire',
    idempotency_key: randomUUID(),
    key_reused: 0,
    body: encrypt(text),
    body_sha256: sha256(text),
    state: 'due',
    attempts: 0,
    due_at: Date.now() + dayMs,
    lease_owner: null,
    lease_until: 0,
    fence: 0,
    outcome: null,
    created_at: Date.now(),
    updated_at: Date.now(),
    ...over,
  };
}

const journey = (id: string, over: Partial<JourneyRow> = {}): JourneyRow => ({
  id,
  customer_id: `customer-${id}`,
  state: 'finished',
  step: 'blocked',
  revision: 1,
  body: encrypt({ id }),
  created_at: 0,
  updated_at: 0,
  ...over,
});

describe.each(storeKinds)('on %s', (kind) => {
  async function mixed() {
    const settings = { ...(await newStoreSettings(kind)), storeKeys: [key] };
    const older = await olderVersion(kind, settings);
    const long = Date.now() - 2 * dayMs;
    const rows = [
      write('settled', { state: 'settled', body: 'x'.repeat(9000) }),
      ...Array.from({ length: 450 }, (_, n) => write(`settled-${n}`, { state: 'settled' })),
      write('parked-long', { state: 'parked', updated_at: long }),
      write('parked-now', { state: 'parked' }),
      write('due'),
    ];
    for (const row of rows) await older.insertInto('writes').values(row).execute();
    await older
      .insertInto('journeys')
      .values([journey('1'), journey('2', { state: 'left' })])
      .execute();
    const store = await openTestStore(settings);
    const upkeep = createUpkeep({ store, log: silentLog, now: Date.now });
    const hashed = async () =>
      (
        await store.db
          .selectFrom('writes')
          .select('id')
          .where('body_sha256', '<>', '')
          .orderBy('id')
          .execute()
      ).map(({ id }) => id);
    const progress = () =>
      store.db.selectFrom('journeys').select(['id', 'state', 'step']).orderBy('id').execute();
    return { settings, older, store, upkeep, hashed, progress, rows };
  }

  it('empties the hashes of completed writes and of those that wait for a day, and the progress of journeys', async () => {
    const { settings, store, upkeep, hashed, progress, rows } = await mixed();
    await upkeep();
    // An older version may still send these two.
    expect(await hashed()).toEqual(['due', 'parked-now']);
    expect(await progress()).toEqual([
      { id: '1', state: 'open', step: '' },
      { id: '2', state: 'left', step: '' },
    ]);
    if (kind === 'postgres') return;
    // Nor is one left in a part of the file that is no longer used.
    const left = rows.filter(({ id }) => id !== 'due' && id !== 'parked-now');
    const files = await Promise.all(
      ['', '-wal'].map((suffix) => readFile(settings.sqliteFile + suffix, 'latin1')),
    );
    expect(left.filter(({ body_sha256 }) => files.join('').includes(body_sha256))).toEqual([]);
    expect(await store.db.selectFrom('writes').select('id').execute()).toHaveLength(rows.length);
  });

  it('empties at once what an older version adds and completes meanwhile', async () => {
    const { older, upkeep, hashed, progress } = await mixed();
    await upkeep();
    await older.insertInto('writes').values(write('meanwhile')).execute();
    expect(await hashed()).toContain('meanwhile');
    const settled = await older
      .updateTable('writes')
      .set({ state: 'settled', outcome: encrypt({ ok: true }), lease_owner: null, lease_until: 0 })
      .where('id', '=', 'meanwhile')
      .where('state', '=', 'due')
      .executeTakeFirst();
    expect(settled.numUpdatedRows).toBe(1n);
    expect(await hashed()).not.toContain('meanwhile');
    const added = await older
      .insertInto('journeys')
      .values(journey('3', { state: 'open', step: 'times' }))
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    expect(added.numInsertedOrUpdatedRows).toBe(1n);
    const moved = await older
      .updateTable('journeys')
      .set({ state: 'finished', step: 'blocked', revision: 2 })
      .where('id', '=', '3')
      .where('revision', '=', 1)
      .executeTakeFirst();
    expect(moved.numUpdatedRows).toBe(1n);
    expect((await progress()).at(-1)).toEqual({ id: '3', state: 'open', step: '' });
  });

  it('writes no hash itself, and sends the bytes that the release before sends', async () => {
    const { store } = await mixed();
    const harness = outboxHarness(store, 'http://127.0.0.1:9', { encryption });
    const body = saveIdentity();
    const row = await harness.row(await harness.commit(body));
    expect(row.body_sha256).toBe('');
    const text = await decrypted<string>(store.db, encryption, 'writes', 'body', row);
    expect(JSON.parse(text)).toEqual(body.body);
    expect(text.length - text.trimEnd().length).toBe(128);
  });

  it('sends a refused write again with the same bytes under the same key', async () => {
    const { store } = await mixed();
    const harness = outboxHarness(store, 'http://127.0.0.1:9', { encryption });
    const [refused, other] = [await harness.commit(), await harness.commit()];
    await store.db
      .updateTable('writes')
      .set({ state: 'settled' })
      .where('id', 'in', [refused, other])
      .execute();
    const textOf = async (id: string) =>
      decrypted<string>(store.db, encryption, 'writes', 'body', await harness.row(id));
    const again = await harness.commit({ ...saveIdentity(), resends: refused });
    expect((await harness.row(again)).idempotency_key).toBe((await harness.row(refused)).idempotency_key);
    expect(await textOf(again)).toBe(await textOf(refused));
    expect(await textOf(other)).not.toBe(await textOf(refused));
  });
});
