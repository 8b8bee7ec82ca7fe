/** What deleted rows leave in the files of a database, while other connections are in a transaction. */
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { eraseTraces } from '../../../server/core/store/erase-traces.ts';
import type { Store } from '../../../server/core/store/store.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { eventually } from '../../support/eventually.ts';
import {
  newStoreSettings,
  newTestStore,
  openTestStore,
  type StoreSettings,
} from '../../support/test-stores.ts';

const secret = 'a-data-key-that-is-deleted';

/** Every byte of PostgreSQL's file of the data keys, as it is on disk. */
async function fileOfKeys(db: Kysely<Tables>): Promise<string> {
  await sql`checkpoint`.execute(db);
  const { rows } = await sql<{ bytes: Buffer }>`
    select pg_read_binary_file(pg_relation_filepath('customer_keys')) as bytes`.execute(db);
  return rows.map(({ bytes }) => bytes.toString('latin1')).join('');
}

async function storeWithKey() {
  const settings = await newStoreSettings('postgres', 'migrated');
  const { db } = await openTestStore(settings);
  const row = { customer_id: 'ada', wrapped_key: secret, created_at: 0 };
  await db.insertInto('customer_keys').values(row).execute();
  return { db, settings };
}

/** Begins a transaction with a statement. @returns what ends it */
async function begin(
  { db }: Store,
  statement: string,
  isolation: 'read committed' | 'repeatable read' = 'read committed',
) {
  const trx = await db.startTransaction().setIsolationLevel(isolation).execute();
  await sql.raw(statement).execute(trx);
  return () => trx.rollback().execute();
}

it.each<{ other: string; start(settings: StoreSettings): Promise<() => Promise<void>> }>([
  {
    other: 'a snapshot of the same database',
    start: async (settings) =>
      begin(await openTestStore(settings), 'select from journeys', 'repeatable read'),
  },
  {
    other: 'a writer in another database of the server',
    start: async () => begin(await newTestStore('postgres'), 'select txid_current()'),
  },
  {
    other: 'a lock on the table of keys',
    start: async (settings) => begin(await openTestStore(settings), 'select from customer_keys'),
  },
])('PostgreSQL keeps a deleted key while there is $other, and says so', async ({ start }) => {
  const { db, settings } = await storeWithKey();
  const end = await start(settings);
  await db.deleteFrom('customer_keys').execute();
  expect(await eraseTraces(db)).toBe(false);
  expect(await fileOfKeys(db)).toContain(secret);
  await end();
  await eventually(() => eraseTraces(db));
  expect(await fileOfKeys(db)).not.toContain(secret);
});
