/** PostgreSQL disconnects and returns: the server reports it to callers, and keeps running. */
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StoreUnavailable } from '../../server/errors.ts';
import { postgresDialect } from '../../server/store/postgres.ts';
import { openStore, type Store } from '../../server/store/store.ts';
import type { Tables } from '../../server/store/tables.ts';
import { startPostgres, type TestPostgres } from '../support/start-postgres.ts';
import { openGate } from '../torture/gate.ts';

let postgres: TestPostgres;
let store: Store;
beforeAll(async () => {
  postgres = await startPostgres();
  store = await openStore({ databaseUrl: await postgres.newDatabase(), sqliteFile: '' });
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
});

const ask = () => store.db.selectFrom('journeys').select('id').execute();
const expectUnavailable = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(StoreUnavailable);

it('reports a database that disconnects within a transaction, outside one, and before one', async () => {
  await expectUnavailable(
    store.transaction(async (trx) => {
      await trx.selectFrom('journeys').select('id').execute();
      await postgres.crash();
    }),
  );
  await expectUnavailable(ask());
  await postgres.startAgain();
  expect(await ask()).toEqual([]);
  const slow = sql`select pg_sleep(5)`.execute(store.db);
  const failure = expectUnavailable(slow);
  await new Promise((done) => setTimeout(done, 200));
  await postgres.crash();
  await failure;
  await postgres.startAgain();
  expect(await ask()).toEqual([]);
});

it('reports a database that does not respond and a slow statement, and recovers after both', async () => {
  const gate = await openGate(Number(new URL(postgres.url).port));
  const address = new URL(await postgres.newDatabase());
  address.port = new URL(gate.url).port;
  const db = new Kysely<Tables>({ dialect: postgresDialect(address.href, 300) });
  const look = () => sql`select 1`.execute(db);
  await look();

  await expectUnavailable(sql`select pg_sleep(5)`.execute(db));
  await look();

  const startedAt = performance.now();
  const within = db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await gate.close('hangs');
    await sql`select 1`.execute(trx);
  });
  await expectUnavailable(within);
  // One wait, not another for the end of the transaction.
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await gate.open();
  await look();
  await db.destroy();
  await gate.end();
});

it('passes programming errors on unchanged', async () => {
  const fault = sql`select no_such_column`.execute(store.db);
  await expect(fault).rejects.not.toBeInstanceOf(StoreUnavailable);
  await expect(fault).rejects.toMatchObject({ code: '42703' });
});

it('rejects values that no text column can hold, as a client error', async () => {
  const asked = store.db.selectFrom('journeys').select('id').where('id', '=', 'a\0b').execute();
  await expect(asked).rejects.toMatchObject({ name: 'Problem', status: 400 });
});
