/** After the command every value is encrypted under the first key and bound to its place, also while servers write. */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeReseal } from '../../server/cli/store-reseal.ts';
import { convert } from '../../server/store/convert.ts';
import { encryptedTableNames, encryptedTables } from '../../server/store/encrypted-columns.ts';
import { createEncryption, type Encryption, isBound } from '../../server/store/encryption.ts';
import type { Store } from '../../server/store/store.ts';
import { createStoreKeys, kidOf, type StoreKeys } from '../../server/store/store-keys.ts';
import { answerStep, choosePlace } from '../support/booking.ts';
import { decrypted, decryptedBytes } from '../support/decrypted-columns.ts';
import {
  earlierTableNames,
  encryptEarlier,
  encryptedIn,
  fillEarlier,
  openEarlier,
} from '../support/earlier-database.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import { startFullApiServer } from '../support/full-api-server.ts';
import { operator } from '../support/operator.ts';
import { newStoreSettings, openTestStore, storeKinds } from '../support/test-stores.ts';

const [older, newer, lost] = [newStoreKey('2026-01'), newStoreKey('2026-02'), newStoreKey('2025-12')];
const settingOf = (...keys: object[]) => JSON.stringify({ keys });

const rowsOf = async ({ db }: Store, table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows;
const bytesOf = (value: unknown) =>
  typeof value === 'string' ? Buffer.from(value, 'base64url') : (value as Uint8Array);

/** How many values are bound, and how many each key has encrypted besides; the bound ones hold what they held. */
async function counted(store: Store): Promise<Record<string, number>> {
  const encryption = createEncryption([newer]);
  const counts: Record<string, number> = {};
  for (const table of encryptedTableNames)
    for (const row of await rowsOf(store, table))
      for (const column of encryptedTables[table].columns) {
        if (row[column] === null || column === 'details') continue;
        const bytes = bytesOf(row[column]);
        const name = isBound(bytes) ? 'bound' : kidOf(bytes);
        counts[name] = (counts[name] ?? 0) + 1;
        if (name === 'bound')
          expect(await decrypted(store.db, encryption, table, column, row)).toBe(encryptedIn(table));
      }
  return counts;
}
const valuesPerRow = earlierTableNames.reduce(
  (sum, table) => sum + encryptedTables[table].columns.filter((column) => column !== 'details').length,
  0,
);

describe.each(storeKinds)('on %s', (kind) => {
  async function harness(...keys: (typeof older)[]) {
    const settings = { ...(await newStoreSettings(kind)), storeKeys: keys };
    const earlier = await openEarlier(settings);
    onTestFinished(() => earlier.destroy());
    const { run } = await operator({
      env: {
        STORE_KEYS: settingOf(...keys),
        DATABASE_URL: settings.databaseUrl ?? '',
        SQLITE_FILE: settings.sqliteFile,
      },
    });
    return { settings, earlier, open: () => openTestStore(settings), command: () => run(storeReseal) };
  }

  it('every value of every table is encrypted anew, and a second run has nothing to do', async () => {
    const { earlier, open, command } = await harness(newer, older);
    await fillEarlier(earlier, createStoreKeys([older]), 210);
    const first = await command();
    expect(first.output).toMatch(/^journeys +210 encrypted anew, 0 remain$/m);
    expect(first.output).toMatch(/^writes +420 encrypted anew, 0 remain$/m);
    expect(first.output).toContain('encrypted under "2026-02": the other keys can be dropped');
    expect(first.code).toBe(0);
    expect(await counted(await open())).toEqual({ bound: 210 * valuesPerRow });
    const second = await command();
    expect(second.code).toBe(0);
    expect(second.output).toMatch(/^customer_keys +0 encrypted anew, 0 remain$/m);
  });

  it('what no listed key decrypts stays as it is, and is reported', async () => {
    const { earlier, open, command } = await harness(newer, older);
    await fillEarlier(earlier, createStoreKeys([older]), 1);
    await fillEarlier(earlier, createStoreKeys([lost]), 2);
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toMatch(/^journeys +1 encrypted anew, 2 remain$/m);
    expect(output).toContain(`${2 * valuesPerRow} under "2025-12", which is not among STORE_KEYS`);
    expect(await counted(await open())).toEqual({ bound: valuesPerRow, '2025-12': 2 * valuesPerRow });
  });

  it('what an appointment has in clear becomes encrypted', async () => {
    const { earlier, open, command } = await harness(newer);
    await fillEarlier(earlier, createStoreKeys([newer]), 1);
    const before = await earlier.selectFrom('appointments').selectAll().executeTakeFirstOrThrow();
    await command();
    const store = await open();
    const [row] = await rowsOf(store, 'appointments');
    expect(row).toMatchObject({ test_type: '', catalog_id: null, offering_id: null, physician_mode: null });
    const encryption = createEncryption([newer]);
    expect(await decrypted(store.db, encryption, 'appointments', 'details', row ?? {})).toEqual({
      testType: before.test_type,
      catalogId: before.catalog_id,
      offeringId: before.offering_id,
      physicianMode: before.physician_mode,
    });
  });

  it('what belongs to a customer comes under their key, wherever the row says whose it is', async () => {
    const { earlier, open, command } = await harness(newer);
    const keys = createStoreKeys([newer]);
    await fillEarlier(earlier, keys, 1);
    const { id: journeyId, customer_id: customer } = await earlier
      .selectFrom('journeys')
      .select(['id', 'customer_id'])
      .executeTakeFirstOrThrow();
    const { id: evidenceId } = await earlier.selectFrom('evidence').select('id').executeTakeFirstOrThrow();
    const { document_id: documentId } = await earlier
      .selectFrom('document_parts')
      .select('document_id')
      .executeTakeFirstOrThrow();
    await earlier.updateTable('drafts').set({ journey_id: journeyId }).execute();
    await earlier
      .updateTable('evidence')
      .set({ owner_id: journeyId, body: encryptEarlier(keys, { documentId }) })
      .execute();
    await earlier.updateTable('writes').set({ owner_id: evidenceId }).execute();
    expect((await command()).code).toBe(0);
    const store = await open();
    const encryption = createEncryption([newer]);
    await store.db.deleteFrom('customer_keys').where('customer_id', '=', customer).execute();
    for (const table of ['journeys', 'drafts', 'evidence', 'writes', 'document_parts'] as const) {
      const [row] = await rowsOf(store, table);
      await expect(decryptedBytes(store.db, encryption, table, 'body', row ?? {})).rejects.toThrow(
        `${table}.body cannot be read: its customer has no data key`,
      );
    }
    const [row] = await rowsOf(store, 'webhook_secrets');
    expect(await decrypted(store.db, encryption, 'webhook_secrets', 'body', row ?? {})).toBeTruthy();
  });

  it('later runs wrap the data keys anew and leave the values as they are', async () => {
    const { settings, earlier, open, command } = await harness(older);
    await fillEarlier(earlier, createStoreKeys([older]), 2);
    expect((await command()).code).toBe(0);
    const store = await open();
    const values = async () => Promise.all(encryptedTableNames.map((table) => rowsOf(store, table)));
    const before = await values();
    const { run } = await operator({
      env: {
        STORE_KEYS: settingOf(newer, older),
        DATABASE_URL: settings.databaseUrl ?? '',
        SQLITE_FILE: settings.sqliteFile,
      },
    });
    const { code, output } = await run(storeReseal);
    expect(code).toBe(0);
    const { length } = await rowsOf(store, 'customer_keys');
    expect(output).toMatch(new RegExp(`^customer_keys +${length} encrypted anew, 0 remain$`, 'm'));
    expect(await values()).toEqual(before);
    expect(await counted(store)).toEqual({ bound: 2 * valuesPerRow });
  });
});

/** A converted database with a row in each table, and a server that writes each time that the command has read a value. */
async function overtaken(write: (store: Store, storeKeys: StoreKeys) => Promise<string>) {
  const settings = { ...(await newStoreSettings('sqlite')), storeKeys: [newer, older] };
  const earlier = await openEarlier(settings);
  const keys = createStoreKeys([older]);
  await fillEarlier(earlier, keys, 1);
  await earlier.destroy();
  const store = await openTestStore(settings);
  const after = createEncryption([newer, older]);
  const other = new DatabaseSync(settings.sqliteFile);
  onTestFinished(() => other.close());
  let value = '';
  const encryption: Encryption = {
    ...after,
    async decryptBytes(db, place, bytes) {
      const opened = await after.decryptBytes(db, place, bytes);
      if (/journeys|meanwhile/.test(opened.bytes.toString())) {
        value = await write(store, keys);
        other.prepare('update journeys set body = ?').run(value);
      }
      return opened;
    },
  };
  const left = new Map<string, number>();
  for await (const { table, remaining } of convert(store, encryption, 'unbound'))
    if (table === 'journeys') for (const each of remaining) left.set(...each);
  const { body } = await store.db.selectFrom('journeys').select('body').executeTakeFirstOrThrow();
  return { left: [...left], isKept: body === value };
}

it('never puts back what a server has written meanwhile', async () => {
  const bound = async (store: Store) => {
    const { id, customer_id } = await store.db.selectFrom('journeys').selectAll().executeTakeFirstOrThrow();
    const place = { table: 'journeys', column: 'body', key: [id], customerId: customer_id } as const;
    const encryption = createEncryption([newer, older]);
    return store.transaction(async (trx) =>
      (await encryption.encryptBytes(trx, place, Buffer.from('"meanwhile"'), 1)).toString('base64url'),
    );
  };
  expect(await overtaken(bound)).toEqual({ left: [], isKept: true });
});

it('reports a server that still encrypts under another key', async () => {
  expect(await overtaken(async (_, keys) => encryptEarlier(keys, 'meanwhile'))).toEqual({
    left: [['2026-01', 1]],
    isKept: true,
  });
});

it('knows every column that a booking encrypts', async () => {
  const service = await startFullApiServer();
  onTestFinished(() => service.stop());
  const customer = service.customer('ada');
  let view = await choosePlace(customer, 'CALST');
  await customer.draft('times', { primary: 'x' });
  for (let turns = 0; turns < 15 && view.shows.step !== 'sent'; turns++)
    view = await answerStep(customer, view);
  expect(view.shows.step).toBe('sent');
  const store = await openTestStore({ sqliteFile: String(service.env.SQLITE_FILE) });
  const found = new Set<string>();
  // No other text is as long and begins with the mark of a bound value.
  for (const { name: table } of await store.db.introspection.getTables())
    for (const row of await rowsOf(store, table))
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'string' && value.length > 1000 && isBound(bytesOf(value)))
          found.add(`${table}.${column}`);
  const known = Object.entries(encryptedTables).flatMap(([table, { columns }]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(known).toEqual(expect.arrayContaining([...found]));
  expect([...found]).toEqual(
    expect.arrayContaining([
      'journeys.body',
      'writes.body',
      'writes.outcome',
      'appointments.details',
      'appointments.requested',
    ]),
  );
});
