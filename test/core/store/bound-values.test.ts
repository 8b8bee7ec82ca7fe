/** Every encrypted value is bound to its place: moved anywhere else, it is refused. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AppointmentsView, AppointmentView } from '../../../server/contract/appointments-api.ts';
import { encryptBytes } from '../../../server/core/store/aes-gcm.ts';
import { createCustomerKeys, ofServer } from '../../../server/core/store/customer-keys.ts';
import { type EncryptedTableName, encryptedTables } from '../../../server/core/store/encrypted-columns.ts';
import {
  createEncryption,
  type Encryption,
  type Place,
  Unreadable,
} from '../../../server/core/store/encryption.ts';
import type { Store } from '../../../server/core/store/store.ts';
import { createStoreKeys } from '../../../server/core/store/store-keys.ts';
import { choosePlace, untilSent } from '../../support/booking.ts';
import { customerOf, encryptedTableNames } from '../../support/decrypted-columns.ts';
import { newStoreKey } from '../../support/keys.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newTestStore, openTestStore, type StoreKind, storeKinds } from '../../support/test-stores.ts';

const key = newStoreKey('test');

/** A value in the database, and where it is. */
interface Stored {
  place: Place;
  bytes: Uint8Array;
}

const isOfServer = (table: EncryptedTableName) => table === 'webhook_secrets';

/** A row in every table, for one customer. */
async function addRows(store: Store, encryption: Encryption, customerId: string): Promise<void> {
  const tables = await store.db.introspection.getTables();
  // All rows share one id, so that their keys differ only in the table.
  const id = randomUUID();
  await store.transaction(async (trx) => {
    for (const table of encryptedTableNames) {
      const known = tables.find(({ name }) => name === table)?.columns ?? [];
      const clear = known.map(({ name, dataType }): [string, string | number] => {
        if (name === 'customer_id') return [name, customerId];
        if (name === 'step') return [name, 'times'];
        if ((encryptedTables[table].key as readonly string[]).includes(name) && name !== 'place')
          return [name, id];
        return [name, /int/i.test(dataType) ? 1 : name === 'state' ? 'left' : randomUUID()];
      });
      const row: Record<string, string | number | Buffer> = Object.fromEntries(clear);
      const { key: names, columns, holds } = encryptedTables[table];
      for (const column of columns) {
        const whose = isOfServer(table) ? ofServer : customerId;
        const place = { table, column, key: names.map((name) => row[name] as string), customerId: whose };
        const bytes = await encryption.encryptBytes(trx, place, Buffer.from(`${table}.${column}`), 1);
        row[column] = holds === 'bytes' ? bytes : bytes.toString('base64url');
      }
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(trx);
    }
  });
}

/** Every encrypted value of a database, with the place that its row says it has. */
async function valuesIn(store: Store): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const table of encryptedTableNames) {
    const { key: names, columns } = encryptedTables[table];
    const { rows } = await sql<Record<string, string | Uint8Array | null>>`
      select * from ${sql.table(table)}`.execute(store.db);
    for (const row of rows) {
      const customerId = await customerOf(store.db, table, row);
      for (const column of columns) {
        const value = row[column];
        if (value === null || value === undefined) continue;
        const bytes = typeof value === 'string' ? Buffer.from(value, 'base64url') : value;
        found.push({
          place: { table, column, key: names.map((name) => row[name] as string), customerId },
          bytes,
        });
      }
    }
  }
  return found;
}

/** The pairs in which the value of the first can be read in the place of the second, other than its own. */
async function readableElsewhere(store: Store, encryption: Encryption, values: Stored[]) {
  const customers = [...new Set(values.map(({ place }) => place.customerId))];
  const readable: string[] = [];
  let tried = 0;
  for (const { place: own, bytes } of values) {
    expect((await encryption.decryptBytes(store.db, own, bytes)).version).toBe(1);
    const others = values.map(({ place }) => place).filter((place) => place !== own);
    const ofOthers = customers
      .filter((customerId) => customerId !== own.customerId)
      .map((customerId) => ({ ...own, customerId }));
    for (const place of [...others, ...ofOthers]) {
      tried += 1;
      const refused = await encryption.decryptBytes(store.db, place, bytes).then(
        () => false,
        (error: unknown) => error instanceof Unreadable,
      );
      if (!refused) readable.push(`${own.table}.${own.column} in ${place.table}.${place.column}`);
    }
  }
  return { tried, readable };
}

const columnCount = encryptedTableNames.reduce(
  (sum, table) => sum + encryptedTables[table].columns.length,
  0,
);

describe.each(storeKinds)('on %s', (kind: StoreKind) => {
  async function filled() {
    const store = await newTestStore(kind);
    const encryption = createEncryption([key]);
    for (const customer of ['ada', 'bea']) {
      await addRows(store, encryption, customer);
      await addRows(store, encryption, customer);
    }
    return { store, encryption: createEncryption([key]), values: await valuesIn(store) };
  }

  it('a value moved to any other row, column, table or customer is refused', async () => {
    const { store, encryption, values } = await filled();
    expect(values).toHaveLength(4 * columnCount);
    const { tried, readable } = await readableElsewhere(store, encryption, values);
    expect(tried).toBeGreaterThan(values.length * (values.length - 1));
    expect(readable).toEqual([]);
  });

  it('a value that is not bound to its row is refused', async () => {
    const { store, encryption, values } = await filled();
    const underStoreKeys = encryption.storeKeys.encrypt(Buffer.from('x'));
    for (const { place } of values) {
      await expect(encryption.decryptBytes(store.db, place, underStoreKeys)).rejects.toThrow(
        `${place.table}.${place.column} cannot be read: it is not bound to a place`,
      );
      const dataKey = await encryption.customerKeys.forReading(store.db, place.customerId);
      if (!dataKey) throw new Error('no data key');
      const [head, nothing] = [Buffer.of(0, 1), Buffer.alloc(0)];
      const underDataKey = encryptBytes(dataKey, head, nothing, Buffer.from('x'));
      await expect(encryption.decryptBytes(store.db, place, underDataKey)).rejects.toThrow(
        'it was changed, or encrypted for another place',
      );
    }
  });

  it('without one row of customer_keys nothing of that customer can be decrypted, and everything else can', async () => {
    const { store, values } = await filled();
    await store.db.deleteFrom('customer_keys').where('customer_id', '=', 'ada').execute();
    const encryption = createEncryption([key]);
    for (const { place, bytes } of values) {
      const read = encryption.decryptBytes(store.db, place, bytes);
      if (place.customerId === 'ada') await expect(read).rejects.toThrow('its customer has no data key');
      else expect(`${(await read).bytes}`).toBe(`${place.table}.${place.column}`);
    }
    const ofAda = values.filter(({ place }) => place.customerId === 'ada');
    expect(ofAda).toHaveLength(values.filter(({ place }) => !isOfServer(place.table)).length / 2);
  });

  it('a data key moved to another customer is refused', async () => {
    const { store } = await filled();
    const keys = await store.db.selectFrom('customer_keys').selectAll().execute();
    const adas = keys.find(({ customer_id }) => customer_id === 'ada')?.wrapped_key ?? '';
    await store.db
      .updateTable('customer_keys')
      .set({ wrapped_key: adas })
      .where('customer_id', '=', 'bea')
      .execute();
    const customerKeys = createCustomerKeys(createStoreKeys([key]));
    expect(await customerKeys.forReading(store.db, 'ada')).toBeTruthy();
    await expect(customerKeys.forReading(store.db, 'bea')).rejects.toThrow();
  });

  it('two processes that write the first values of a customer at once make one data key', async () => {
    const store = await newTestStore(kind);
    const place = (id: string): Place => ({
      table: 'journeys',
      column: 'body',
      key: [id],
      customerId: 'ada',
    });
    const written = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const encryption = createEncryption([key]);
        const bytes = await store.transaction((trx) =>
          encryption.encryptBytes(trx, place(`${n}`), Buffer.from('x'), 1),
        );
        return { place: place(`${n}`), bytes };
      }),
    );
    const encryption = createEncryption([key]);
    for (const { place, bytes } of written)
      expect(`${(await encryption.decryptBytes(store.db, place, bytes)).bytes}`).toBe('x');
    expect(await store.db.selectFrom('customer_keys').select('customer_id').execute()).toHaveLength(1);
  });

  it('a data key whose transaction was rolled back encrypts nothing', async () => {
    const store = await newTestStore(kind);
    const keys = createCustomerKeys(createStoreKeys([key]));
    const failing = store.transaction(async (trx) => {
      await keys.forWriting(trx, 'ada');
      await keys.forWriting(trx, 'ada');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(keys.has('ada')).toBe(false);
    expect(await keys.forReading(store.db, 'ada')).toBeNull();
    await store.transaction((trx) => keys.forWriting(trx, 'ada'));
    expect(keys.has('ada')).toBe(true);
  });
});

it('the values of two bookings are bound the same way, and another customer’s are never shown', async () => {
  const service = await serverOfTest();
  const [ada, bea] = [service.customer('ada'), service.customer('bea')];
  const idOf = ({ appointment_id: id }: AppointmentView) => id;
  const shown: string[][] = [];
  for (const customer of [ada, bea]) {
    const view = await choosePlace(customer, 'CALST');
    await customer.draft('times', { primary: 'x' });
    await untilSent(customer, view);
    shown.push((await customer.call<AppointmentsView>('GET', '/appointments')).body.appointments.map(idOf));
  }
  const store = await openTestStore({ sqliteFile: `${service.env.SQLITE_FILE}` });
  const { keys } = JSON.parse(`${service.env.STORE_KEYS}`);
  const values = await valuesIn(store);
  const tables = new Set(values.map(({ place }) => place.table));
  expect([...tables].toSorted()).toEqual(expect.arrayContaining(['appointments', 'journeys', 'writes']));
  const { readable } = await readableElsewhere(store, createEncryption(keys), values);
  expect(readable).toEqual([]);

  // An appointment that the row says is somebody else's.
  await store.db
    .updateTable('appointments')
    .set({ customer_id: 'user-bea' })
    .where('customer_id', '=', 'user-ada')
    .execute();
  const { appointments } = (await bea.call<AppointmentsView>('GET', '/appointments')).body;
  expect(appointments.map(idOf)).toEqual(shown[1]);
  expect(service.logged()).toContain(
    `"event":"record.invalid","kind":"appointments","record_id":"${shown[0]}"`,
  );
  // A journey's body in another's row.
  const { body } = await store.db
    .selectFrom('journeys')
    .select('body')
    .where('customer_id', '=', 'user-ada')
    .executeTakeFirstOrThrow();
  await store.db.updateTable('journeys').set({ body }).where('customer_id', '=', 'user-bea').execute();
  expect((await bea.fetch('POST', '/journeys', {})).status).toBe(500);
});
