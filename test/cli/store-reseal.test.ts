/** After the command everything is sealed under the first key, whatever the table and whoever writes meanwhile. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { storeReseal } from '../../server/cli/store-reseal.ts';
import { encryptedColumns } from '../../server/store/encrypted-columns.ts';
import { createEncryption, type Encryption, kidOf } from '../../server/store/encryption.ts';
import { reseal } from '../../server/store/reseal.ts';
import type { Store } from '../../server/store/store.ts';
import { answerStep, choosePlace } from '../support/booking.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import { operator } from '../support/operator.ts';
import { startService } from '../support/service.ts';
import { newStoreSettings, openTestStore, storeKinds } from '../support/test-stores.ts';

const [older, newer, lost] = [newStoreKey('2026-01'), newStoreKey('2026-02'), newStoreKey('2025-12')];
const settingOf = (...keys: object[]) => JSON.stringify({ keys });

const said = (table: string) => `what was told, in ${table}`;

/** So many rows in every sealed table, each sealed column under this encryption. */
async function fill(store: Store, encryption: Encryption, count: number): Promise<void> {
  const tables = await store.db.introspection.getTables();
  await store.transaction(async (trx) => {
    for (const { table, columns, holds } of encryptedColumns) {
      const known = tables.find(({ name }) => name === table)?.columns ?? [];
      for (let n = 0; n < count; n += 1) {
        const values = known.map(({ name, dataType }) => {
          if (columns.some((column) => column === name))
            return holds === 'bytes'
              ? encryption.encryptBytes(Buffer.from(said(table)))
              : encryption.encrypt(said(table));
          return /int/i.test(dataType) ? n : name === 'state' ? 'left' : randomUUID();
        });
        const names = sql.join(known.map(({ name }) => sql.ref(name)));
        await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(trx);
      }
    }
  });
}

/** How many values each key has sealed; and all that are the newer's can be opened by it alone. */
async function counted(store: Store): Promise<Record<string, number>> {
  const alone = createEncryption([newer]);
  const counts: Record<string, number> = {};
  for (const { table, columns } of encryptedColumns) {
    const { rows } = await sql<
      Record<string, string | Uint8Array>
    >`select * from ${sql.table(table)}`.execute(store.db);
    for (const row of rows)
      for (const column of columns) {
        const value = row[column] ?? '';
        const kid = kidOf(typeof value === 'string' ? Buffer.from(value, 'base64url') : value);
        counts[kid] = (counts[kid] ?? 0) + 1;
        if (kid !== newer.kid) continue;
        const opened =
          typeof value === 'string' ? alone.decrypt(value) : alone.decryptBytes(value).toString();
        expect(opened).toBe(said(table));
      }
  }
  return counts;
}
const valuesPerRow = encryptedColumns.reduce((sum, { columns }) => sum + columns.length, 0);

describe.each(storeKinds)('on %s', (kind) => {
  async function desk(...keys: object[]) {
    const settings = await newStoreSettings(kind);
    const { run } = await operator({
      env: {
        STORE_KEYS: settingOf(...keys),
        DATABASE_URL: settings.databaseUrl ?? '',
        SQLITE_FILE: settings.sqliteFile,
      },
    });
    return { store: await openTestStore(settings), command: () => run(storeReseal) };
  }

  it('every value of every table is sealed anew, and a second run has nothing to do', async () => {
    const { store, command } = await desk(newer, older);
    await fill(store, createEncryption([older]), 210);
    const first = await command();
    expect(first.code).toBe(0);
    expect(first.said).toMatch(/^journeys +210 sealed anew, 0 remain$/m);
    expect(first.said).toMatch(/^writes +420 sealed anew, 0 remain$/m);
    expect(first.said).toContain('sealed under "2026-02": the other keys can be dropped');
    expect(await counted(store)).toEqual({ '2026-02': 210 * valuesPerRow });
    const second = await command();
    expect(second.code).toBe(0);
    expect(second.said).toMatch(/^journeys +0 sealed anew, 0 remain$/m);
  });

  it('what no listed key opens is left as it is, and told', async () => {
    const { store, command } = await desk(newer, older);
    await fill(store, createEncryption([older]), 1);
    await fill(store, createEncryption([lost]), 2);
    const { code, said } = await command();
    expect(code).toBe(1);
    expect(said).toMatch(/^journeys +1 sealed anew, 2 remain$/m);
    expect(said).toContain(`${2 * valuesPerRow} under "2025-12", which is not among STORE_KEYS`);
    expect(await counted(store)).toEqual({ '2026-02': valuesPerRow, '2025-12': 2 * valuesPerRow });
  });
});

/** A store with a row in each table, and a seal beside which somebody else writes each time that a value was read. */
async function overtaken(written: (before: Encryption, after: Encryption) => string) {
  const settings = await newStoreSettings('sqlite');
  const store = await openTestStore(settings);
  const [before, after] = [createEncryption([older]), createEncryption([newer, older])];
  await fill(store, before, 1);
  const other = new DatabaseSync(settings.sqliteFile);
  onTestFinished(() => other.close());
  let value = '';
  const encryption: Encryption = {
    ...after,
    decryptBytes(bytes) {
      const opened = after.decryptBytes(bytes);
      if (/journeys|meanwhile/.test(opened.toString())) {
        value = written(before, after);
        other.prepare('update journeys set body = ?').run(value);
      }
      return opened;
    },
  };
  const left = new Map<string, number>();
  for await (const { table, remaining } of reseal(store, encryption))
    if (table === 'journeys') for (const each of remaining) left.set(...each);
  const { body } = await store.db.selectFrom('journeys').select('body').executeTakeFirstOrThrow();
  return { left: [...left], isKept: body === value };
}

it('never puts back what a server has written meanwhile', async () => {
  expect(await overtaken((_, after) => after.encrypt('meanwhile'))).toEqual({ left: [], isKept: true });
});

it('tells of a server that still seals under another key', async () => {
  expect(await overtaken((before) => before.encrypt('meanwhile'))).toEqual({
    left: [['2026-01', 1]],
    isKept: true,
  });
});

it('knows every column that a booking seals', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const customer = service.customer('ada');
  let view = await choosePlace(customer, 'CALST');
  await customer.draft('times', { primary: 'x' });
  for (let turns = 0; turns < 15 && view.shows.step !== 'sent'; turns++)
    view = await answerStep(customer, view);
  expect(view.shows.step).toBe('sent');
  const store = await openTestStore({ sqliteFile: String(service.env.SQLITE_FILE) });
  const found = new Set<string>();
  for (const { name: table, columns } of await store.db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db);
    for (const { name } of columns)
      for (const row of rows) {
        const value = row[name];
        if (typeof value === 'string' && kidOf(Buffer.from(value, 'base64url')) === 'seal-1')
          found.add(`${table}.${name}`);
      }
  }
  const known = encryptedColumns.flatMap(({ table, columns }) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(known).toEqual(expect.arrayContaining([...found]));
  expect([...found]).toEqual(
    expect.arrayContaining(['journeys.body', 'writes.body', 'writes.outcome', 'appointments.requested']),
  );
});
