/** After the command every data key is wrapped under the first key; the values stay as they are. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { encryptedTables } from '../../../server/core/store/encrypted-columns.ts';
import { createEncryption, isBound } from '../../../server/core/store/encryption.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { storeReseal } from '../../../server/operate/cli/store-reseal.ts';
import { choosePlace, untilSent } from '../../support/booking.ts';
import { newStoreKey } from '../../support/keys.ts';
import { operator } from '../../support/operator.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newStoreSettings, openTestStore, storeKinds } from '../../support/test-stores.ts';

const [older, newer, lost] = [newStoreKey('2026-01'), newStoreKey('2026-02'), newStoreKey('2025-12')];

const rowsOf = async ({ db }: Store, table: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)).rows;
const bytesOf = (value: string) => Buffer.from(value, 'base64url');

/** The command has no options. */
const resealed = (env: NodeJS.ProcessEnv, _: object, print: (line: string) => void) =>
  storeReseal(env, print);

describe.each(storeKinds)('on %s', (kind) => {
  /** A database with a data key of a customer under each of `under`, and the command with the keys. */
  async function harness(...under: (typeof older)[]) {
    const settings = await newStoreSettings(kind);
    const store = await openTestStore(settings);
    const values: { customerId: string; bytes: Buffer }[] = [];
    for (const key of under) {
      const customerId = `customer of ${key.kid}`;
      const bytes = await store.transaction((trx) =>
        createEncryption([key]).encryptBytes(trx, placeOf(customerId), Buffer.from('x'), 1),
      );
      values.push({ customerId, bytes });
    }
    const { run } = await operator({
      env: {
        STORE_KEYS: JSON.stringify({ keys: [newer, older] }),
        DATABASE_URL: settings.databaseUrl ?? '',
        SQLITE_FILE: settings.sqliteFile,
      },
    });
    return { store, values, command: () => run(resealed) };
  }
  const placeOf = (customerId: string) =>
    ({ table: 'journeys', column: 'body', key: ['a'], customerId }) as const;

  it('every data key is wrapped anew, its values stay readable, and a second run has nothing to do', async () => {
    const { store, values, command } = await harness(older);
    const first = await command();
    expect(first.output).toMatch(/^customer_keys +1 encrypted anew, 0 remain$/m);
    expect(first.output).toContain('encrypted under "2026-02": the other keys can be dropped');
    expect(first.code).toBe(0);
    const encryption = createEncryption([newer]);
    for (const { customerId, bytes } of values)
      expect(`${(await encryption.decryptBytes(store.db, placeOf(customerId), bytes)).bytes}`).toBe('x');
    const second = await command();
    expect(second.code).toBe(0);
    expect(second.output).toMatch(/^customer_keys +0 encrypted anew, 0 remain$/m);
  });

  it('a data key that no listed key decrypts stays as it is, and is reported', async () => {
    const { command } = await harness(older, lost);
    const { code, output } = await command();
    expect(code).toBe(1);
    expect(output).toMatch(/^customer_keys +1 encrypted anew, 1 remain$/m);
    expect(output).toContain('1 under "2025-12", which is not among STORE_KEYS');
  });
});

it('knows every column that a booking encrypts', async () => {
  const service = await serverOfTest();
  const customer = service.customer('ada');
  const view = await choosePlace(customer, 'CALST');
  await customer.draft('times', { primary: 'x' });
  await untilSent(customer, view);
  const store = await service.store();
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
