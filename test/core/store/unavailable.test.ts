/** PostgreSQL disconnects and returns: the server reports it to callers, and keeps running. */
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../server/core/errors.ts';
import { postgresDialect } from '../../../server/core/store/postgres.ts';
import { connectTimeoutMs } from '../../../server/core/store/postgres-hosts.ts';
import { openStore, type Store } from '../../../server/core/store/store.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { eventually } from '../../support/eventually.ts';
import { openGate } from '../../support/gate.ts';
import { startPostgres, type TestPostgres } from '../../support/start-postgres.ts';

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
/** A statement that ends only with its connection. */
const never = sql`select pg_sleep(600)`;
const running = sql`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`;
const expectUnavailable = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(StoreUnavailable);

/** @returns the texts of the statements that were sent to PostgreSQL until `work` resolved */
async function queriesDuring(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function recording(this: pg.Client, ...given: unknown[]) {
    texts.push(String(given[0]));
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return texts;
}

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
  const failure = expectUnavailable(never.execute(store.db));
  await eventually(async () => (await running.execute(store.db)).rows.length > 0);
  await postgres.crash();
  await failure;
  await postgres.startAgain();
  expect(await ask()).toEqual([]);
});

it('reports a database that does not respond and a slow statement, and recovers after both', async () => {
  const gate = await openGate(Number(new URL(postgres.url).port));
  const address = new URL(await postgres.newDatabase());
  address.port = new URL(gate.url).port;
  const within = (answerWithinMs: number) =>
    new Kysely<Tables>({ dialect: postgresDialect(address.href, answerWithinMs) });
  const impatient = within(300);
  await expectUnavailable(never.execute(impatient));
  await impatient.destroy();

  // For the first statement of the transaction, on a busy machine.
  const db = within(5_000);
  const look = () => sql`select 1`.execute(db);

  const sent = await queriesDuring(async () => {
    const cut = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await gate.close('hangs');
      await sql`select 1`.execute(trx);
    });
    await expectUnavailable(cut);
  });
  // One wait, not another for the end of the transaction.
  expect(sent).toEqual(['begin', 'select 1', 'select 1']);
  await gate.open();
  await look();
  await db.destroy();
  await gate.end();
});

it('lets a connection take the seconds of connect_timeout in the address, or five', async () => {
  expect(connectTimeoutMs('postgres://dx@db.example/dx')).toBe(5_000);
  const gate = await openGate(Number(new URL(postgres.url).port));
  await gate.close('hangs');
  const look = async (seconds: number) => {
    const address = new URL(postgres.url);
    address.port = new URL(gate.url).port;
    address.searchParams.set('connect_timeout', String(seconds));
    const db = new Kysely<Tables>({ dialect: postgresDialect(address.href) });
    return sql`select 1`.execute(db).finally(() => db.destroy());
  };
  const patient = look(300);
  await expectUnavailable(look(1));
  await gate.open();
  await patient;
  await gate.end();
});

it('has PostgreSQL end a transaction that is silent for five seconds, which blocks the other processes', async () => {
  const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(store.db);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '5s' }]);
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

it('uses one object for each connection, which the garbage collector need not keep track of', async () => {
  const driver = postgresDialect(postgres.url).createDriver();
  await driver.init();
  const first = await driver.acquireConnection();
  await driver.releaseConnection(first);
  const second = await driver.acquireConnection();
  expect(second).toBe(first);
  await driver.releaseConnection(second);
  await driver.destroy();
});
