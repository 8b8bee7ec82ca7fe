/**
 * Encrypts the values of an earlier version for their place (encryption.ts, store-format.ts). Safe while servers of
 * this version run: a value is replaced only if it is still the value that was read.
 */
import { type Kysely, sql } from 'kysely';
import { ofServer } from './customer-keys.ts';
import { detachBuffer } from './detach-buffer.ts';
import { type EncryptedTableName, encryptedTableNames, encryptedTables } from './encrypted-columns.ts';
import { type Encryption, isBound, type Place } from './encryption.ts';
import { paddedJson } from './padding.ts';
import { pagesInOrder, type ReadRow } from './pages-in-order.ts';
import { type Pass, type Resealed, repeat } from './passes.ts';
import type { Store } from './store.ts';
import { type ConversionState, writeFormat } from './store-format.ts';
import { kidOf } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** The version of values in the earlier format: the first of each column. */
const firstVersion = 1;
/** Rows that share a transaction; those of bytes have 128 KiB each. */
const rowsAtOnce = { text: 200, bytes: 8 };

/**
 * Finds the customer of every row, then makes servers write only bound values, then replaces the earlier values. Yields
 * after each table. At the end servers refuse earlier values, unless some of them remain.
 * @param state as `readFormat` reads it
 * @throws Error if a value under a configured key cannot be decrypted
 */
export async function* convert(
  store: Store,
  encryption: Encryption,
  state: ConversionState,
): AsyncGenerator<Resealed> {
  const { storeKeys } = encryption;
  if (state === 'unbound') {
    await nameCustomers(store.db);
    await nameDocuments(store.db, encryption);
    await store.transaction((trx) => writeFormat(trx, storeKeys, 'binding'));
  }
  let isDone = true;
  for (const table of encryptedTableNames) {
    const resealed = await repeat(table, () => convertTable(store, encryption, table));
    isDone &&= resealed.remaining.size === 0;
    yield resealed;
  }
  // Written anew even if unchanged, to use the first of the keys.
  await store.transaction((trx) => writeFormat(trx, storeKeys, isDone ? 'bound' : 'binding'));
}

/** Evidence first: its writes are found through it. */
async function nameCustomers(db: Kysely<Tables>): Promise<void> {
  for (const table of ['evidence', 'physician_orders', 'writes'] as const) {
    const key = sql.ref(encryptedTables[table].key[0]);
    const unnamed = sql`select ${key} from ${sql.table(table)} where customer_id is null limit ${sql.lit(rowsAtOnce.text)}`;
    const customer = sql`coalesce(${sql.raw(encryptedTables[table].customer)}, ${ofServer})`;
    for (let named = 1n; named > 0n; ) {
      const done = await sql`
        update ${sql.table(table)} set customer_id = ${customer} where ${key} in (${unnamed})`.execute(db);
      named = done.numAffectedRows ?? 0n;
    }
  }
}

/** The place of a document's id in the body of its owner. */
const documentIn = {
  journeys: (body: { uploaded?: { id: string } | null }) => body.uploaded?.id,
  evidence: (body: { documentId?: string }) => body.documentId,
  physician_orders: (body: { uploaded?: { document_id: string } | null }) => body.uploaded?.document_id,
} as const;

/** A document without an owner is deleted after a day, so it may belong to the server until then. */
async function nameDocuments(db: Kysely<Tables>, { storeKeys }: Encryption): Promise<void> {
  const unnamed = await db
    .selectFrom('document_parts')
    .select('document_id')
    .where('customer_id', 'is', null)
    .where('place', '=', 0)
    .execute();
  const left = new Set(unnamed.map((row) => row.document_id));
  for (const [table, documentOf] of Object.entries(documentIn) as [
    keyof typeof documentIn,
    (body: object) => string | undefined,
  ][]) {
    if (left.size === 0) return;
    const { key, customer } = encryptedTables[table];
    const columns = [sql`body`, sql`${sql.raw(customer)} as customer_id`];
    for await (const rows of pagesInOrder(db, table, key, columns))
      for (const { body, customer_id } of rows) {
        const bytes = Buffer.from(`${body}`, 'base64url');
        if (isBound(bytes) || !storeKeys.hasKey(kidOf(bytes))) continue;
        const id = documentOf(JSON.parse(storeKeys.decrypt(bytes).toString()));
        if (id === undefined || !left.delete(id)) continue;
        await db
          .updateTable('document_parts')
          .set({ customer_id: `${customer_id ?? ofServer}` })
          .where('document_id', '=', id)
          .execute();
      }
  }
}

/** A value of the earlier format, as it was read. */
interface EarlierValue {
  place: Place;
  old: string | Uint8Array;
  kid: string;
}

async function convertTable(store: Store, encryption: Encryption, table: EncryptedTableName): Promise<Pass> {
  const { storeKeys } = encryption;
  const { key, columns, holds, customer } = encryptedTables[table];
  const remaining = new Map<string, number>();
  let resealed = 0;
  let isSettled = true;
  const selected = [...columns.map((name) => sql.ref(name)), sql`${sql.raw(customer)} as whose`];
  for await (const rows of pagesInOrder(store.db, table, key, selected, rowsAtOnce[holds])) {
    const values = rows.flatMap((row) => earlierValues(table, row));
    const ours = values.filter(({ kid }) => storeKeys.hasKey(kid));
    if (ours.length > 0) isSettled = false;
    const converted = await convertValues(store, encryption, ours);
    resealed += converted.size;
    for (const value of values)
      if (!converted.has(value)) remaining.set(value.kid, (remaining.get(value.kid) ?? 0) + 1);
    if (table === 'appointments') await convertDetails(store, encryption, rows);
  }
  return { resealed, remaining, isSettled };
}

function earlierValues(table: EncryptedTableName, row: ReadRow): EarlierValue[] {
  return encryptedTables[table].columns.flatMap((column) => {
    const old = row[column];
    if (typeof old === 'number' || old === null || old === undefined) return [];
    const bytes = bytesOf(old);
    return isBound(bytes) ? [] : [{ place: placeIn(table, column, row), old, kid: kidOf(bytes) }];
  });
}

const bytesOf = (value: string | Uint8Array) =>
  typeof value === 'string' ? Buffer.from(value, 'base64url') : value;

const placeIn = (table: EncryptedTableName, column: string, row: ReadRow): Place => ({
  table,
  column,
  key: encryptedTables[table].key.map((name) => row[name] as string | number),
  customerId: typeof row.whose === 'string' ? row.whose : ofServer,
});

const whereIs = ({ table, key }: Place) =>
  sql.join(
    encryptedTables[table].key.map((name, at) => sql`${sql.ref(name)} = ${key[at]}`),
    sql` and `,
  );

/** Replaces values. @returns those that were not changed meanwhile */
async function convertValues(
  store: Store,
  encryption: Encryption,
  values: EarlierValue[],
): Promise<Set<EarlierValue>> {
  if (values.length === 0) return new Set();
  const read: (EarlierValue & { bytes: Buffer; value: EarlierValue })[] = [];
  for (const value of values) {
    const { bytes } = await encryption.decryptBytes(store.db, value.place, bytesOf(value.old));
    read.push({ ...value, bytes, value });
  }
  await makeKeys(store, encryption, values);
  return store.transaction(async (trx) => {
    const converted = new Set<EarlierValue>();
    for (const { place, old, bytes, value } of read) {
      const encrypted = await encryption.encryptBytes(trx, place, bytes, firstVersion);
      detachBuffer(bytes);
      const anew = typeof old === 'string' ? encrypted.toString('base64url') : encrypted;
      const whose = place.table === 'document_parts' ? sql`, customer_id = ${place.customerId}` : sql``;
      const name = sql.ref(place.column);
      const done = await sql`update ${sql.table(place.table)} set ${name} = ${anew} ${whose}
        where ${whereIs(place)} and ${name} = ${old}`.execute(trx);
      if (done.numAffectedRows === 1n) converted.add(value);
    }
    return converted;
  });
}

/**
 * Makes data keys in a transaction of its own: a server that waits for a key holds rows that the conversion needs next.
 */
async function makeKeys(
  store: Store,
  { customerKeys }: Encryption,
  values: readonly { place: Place }[],
): Promise<void> {
  const customers = new Set(values.map(({ place }) => place.customerId ?? ofServer));
  const missing = [...customers].filter((id) => !customerKeys.has(id));
  if (missing.length === 0) return;
  await store.transaction(async (trx) => {
    for (const customerId of missing.toSorted()) await customerKeys.forWriting(trx, customerId);
  });
}

/** Converts the details that earlier versions stored in clear (appointments/stored-appointment.ts). */
async function convertDetails(store: Store, encryption: Encryption, rows: ReadRow[]): Promise<void> {
  const places = rows
    .filter(({ details }) => details === null)
    .map((row) => ({ place: placeIn('appointments', 'details', row) }));
  if (places.length === 0) return;
  await makeKeys(store, encryption, places);
  await store.transaction(async (trx) => {
    for (const { place } of places) {
      const id = `${place.key[0]}`;
      const clear = await trx
        .selectFrom('appointments')
        .select(['test_type', 'catalog_id', 'offering_id', 'physician_mode'])
        .where('appointment_id', '=', id)
        .executeTakeFirst();
      if (!clear) continue;
      const details = {
        testType: clear.test_type,
        catalogId: clear.catalog_id,
        offeringId: clear.offering_id,
        physicianMode: clear.physician_mode,
      };
      const encrypted = await encryption.encryptBytes(trx, place, paddedJson(details), firstVersion);
      await trx
        .updateTable('appointments')
        .set({ test_type: '', catalog_id: null, offering_id: null, physician_mode: null })
        .set({ details: encrypted.toString('base64url') })
        .where('appointment_id', '=', id)
        .execute();
    }
  });
}
