/** Two versions of the server on one database: what each writes, the other reads, until the database is converted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createEncryptedColumn } from '../../server/store/encrypted-column.ts';
import { createEncryption, type Encryption, isBound } from '../../server/store/encryption.ts';
import { reseal } from '../../server/store/reseal.ts';
import type { Store } from '../../server/store/store.ts';
import { readFormat, writeFormat } from '../../server/store/store-format.ts';
import { createStoreKeys } from '../../server/store/store-keys.ts';
import { encryptEarlier, fillEarlier, openEarlier } from '../support/earlier-database.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import { newStoreSettings, newTestStore, openTestStore, storeKinds } from '../support/test-stores.ts';

const key = newStoreKey('test');
const storeKeys = createStoreKeys([key]);
const newProcess = () => createEncryption([key]);
const row = { id: 'a', customer_id: 'ada' };
const journeyBody = (encryption: Encryption) =>
  createEncryptedColumn(encryption, { table: 'journeys', column: 'body', schema: z.string() });
const write = (store: Store, encryption: Encryption, value = 'new') =>
  store.transaction((trx) => journeyBody(encryption).encrypt(trx, row, value));
const read = (store: Store, encryption: Encryption, text: string) =>
  journeyBody(encryption).decrypt(store.db, row, text);
const bytesOf = (text: string) => Buffer.from(text, 'base64url');

async function convertAll(store: Store): Promise<void> {
  for await (const { remaining } of reseal(store, newProcess())) expect([...remaining]).toEqual([]);
}

describe.each(storeKinds)('on %s', (kind) => {
  async function earlierDatabase() {
    const settings = { ...(await newStoreSettings(kind)), storeKeys: [key] };
    const earlier = await openEarlier(settings);
    onTestFinished(() => earlier.destroy());
    return { earlier, store: await openTestStore(settings) };
  }

  it('a new database binds values from its first row on', async () => {
    const store = await newTestStore(kind);
    expect(await readFormat(store.db, storeKeys)).toBe('bound');
    const encryption = newProcess();
    const text = await write(store, encryption);
    expect(isBound(bytesOf(text))).toBe(true);
    await expect(read(store, encryption, encryptEarlier(storeKeys, 'older'))).rejects.toThrow(
      'journeys.body cannot be read: it has a format that is no longer used',
    );
  });

  it('an earlier version and this one read each other’s values until the database is converted', async () => {
    const { store } = await earlierDatabase();
    const encryption = newProcess();
    const text = await write(store, encryption);
    expect(JSON.parse(storeKeys.decrypt(bytesOf(text)).toString())).toBe('new');
    expect(await read(store, encryption, encryptEarlier(storeKeys, 'older'))).toBe('older');
    expect(await store.db.selectFrom('customer_keys').selectAll().execute()).toEqual([]);
  });

  it('during the conversion both formats are read, and only bound values are written', async () => {
    const { store } = await earlierDatabase();
    const encryption = newProcess();
    const earlier = await write(store, encryption);
    await store.transaction((trx) => writeFormat(trx, storeKeys, 'binding'));
    const text = await write(store, encryption);
    expect(isBound(bytesOf(text))).toBe(true);
    for (const process of [encryption, newProcess()]) {
      expect(await read(store, process, text)).toBe('new');
      expect(await read(store, process, earlier)).toBe('new');
    }
  });

  it('after it a value of the earlier format is refused, although its key is still listed', async () => {
    const { earlier, store } = await earlierDatabase();
    await fillEarlier(earlier, storeKeys, 3);
    const { body } = await earlier.selectFrom('journeys').select('body').executeTakeFirstOrThrow();
    await convertAll(store);
    await expect(read(store, newProcess(), body)).rejects.toThrow('a format that is no longer used');
    await earlier.updateTable('journeys').set({ body }).execute();
    await convertAll(store);
    const rows = await store.db.selectFrom('journeys').select('body').execute();
    expect(rows).toEqual([{ body }, { body }, { body }]);
  });

  it('the conversion waits for a transaction that writes the earlier format', async () => {
    const { store } = await earlierDatabase();
    const encryption = newProcess();
    const order: string[] = [];
    let begun = () => {};
    const hasBegun = new Promise<void>((done) => {
      begun = done;
    });
    const writing = store.transaction(async (trx) => {
      expect(isBound(bytesOf(await journeyBody(encryption).encrypt(trx, row, 'x')))).toBe(false);
      begun();
      await sleep(200);
      order.push('written');
    });
    await hasBegun;
    const switched = store.transaction((trx) => writeFormat(trx, storeKeys, 'binding'));
    await Promise.all([writing, switched.then(() => order.push('switched'))]);
    expect(order).toEqual(['written', 'switched']);
    expect(isBound(bytesOf(await write(store, encryption)))).toBe(true);
  });

  it('nobody without the keys can revert a database to an earlier state', async () => {
    const { earlier, store } = await earlierDatabase();
    await fillEarlier(earlier, storeKeys, 1);
    await convertAll(store);
    const forged = createStoreKeys([newStoreKey('test')]);
    await store.transaction((trx) => writeFormat(trx, forged, 'unbound'));
    await expect(read(store, newProcess(), encryptEarlier(storeKeys, 'older'))).rejects.toThrow();
    await expect(write(store, newProcess())).rejects.toThrow();
  });

  it('an interrupted conversion continues from its last position', async () => {
    const { earlier, store } = await earlierDatabase();
    await fillEarlier(earlier, storeKeys, 2);
    for await (const { table } of reseal(store, newProcess())) if (table === 'drafts') break;
    expect(await readFormat(store.db, storeKeys)).toBe('binding');
    await convertAll(store);
    expect(await readFormat(store.db, storeKeys)).toBe('bound');
    const { body } = await store.db.selectFrom('webhook_secrets').select('body').executeTakeFirstOrThrow();
    expect(isBound(bytesOf(body))).toBe(true);
  });
});
