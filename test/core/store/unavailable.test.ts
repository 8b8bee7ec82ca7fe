/** PostgreSQL disconnects and returns: the server reports it to callers, and keeps running. */
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../../server/core/errors.ts';
import { eraseTraces } from '../../../server/core/store/erase-traces.ts';
import { type Migration, migrate, migrations } from '../../../server/core/store/migrate.ts';
import { postgresDialect } from '../../../server/core/store/postgres.ts';
import { connectTimeoutMs } from '../../../server/core/store/postgres-hosts.ts';
import { openStore, type Store } from '../../../server/core/store/store.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { codeBlocks, readDocument } from '../../support/documents.ts';
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

it('reports a lock that the database does not wait for, and a conflict with another transaction', async () => {
  await store.transaction(async (trx) => {
    await sql`lock table journeys in access exclusive mode`.execute(trx);
    await expectUnavailable(
      store.transaction(async (other) => {
        await sql`set local lock_timeout = 1`.execute(other);
        await other.selectFrom('journeys').select('id').execute();
      }),
    );
  });
  await expectUnavailable(sql`do $$ begin raise sqlstate '40001'; end $$`.execute(store.db));
});

/** Opens a database whose sessions begin with other settings than PostgreSQL's. */
async function openSet(setting: string) {
  const databaseUrl = await postgres.newDatabase();
  const name = new URL(databaseUrl).pathname.slice(1);
  await sql`alter database ${sql.ref(name)} set ${sql.raw(setting)}`.execute(store.db);
  const opened = await openStore({ databaseUrl, sqliteFile: '' });
  onTestFinished(() => opened.close());
  return opened;
}

it('runs its transactions side by side, also where the database would refuse one of them', async () => {
  const strict = await openSet("default_transaction_isolation = 'serializable'");
  const shown = await strict.transaction((trx) => sql`show transaction_isolation`.execute(trx));
  expect(shown.rows).toEqual([{ transaction_isolation: 'read committed' }]);
});

it('gives a migration the time that it needs, also where the database limits statements', async () => {
  const { db } = await openSet("statement_timeout = '1h'");
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = Object.assign(new URL(postgres.url), { pathname: `/${rows[0]?.name}` });
  const unlimited = new Kysely<Tables>({ dialect: postgresDialect(url.href) });
  onTestFinished(() => unlimited.destroy());
  const shown: unknown[] = [];
  const next: Migration = [
    'next',
    async (trx) => void shown.push(...(await sql`show statement_timeout`.execute(trx)).rows),
  ];
  await migrate(unlimited, 'postgres', [...migrations, next]);
  expect(shown).toEqual([{ statement_timeout: '0' }]);
});

it('needs no right to create tables in a database that is up to date, and names a right that it needs', async () => {
  const url = new URL(await postgres.newDatabase());
  const owner = await openStore({ databaseUrl: url.href, sqliteFile: '' });
  onTestFinished(() => owner.close());
  await sql`create role dx_server login password 'dx'`.execute(owner.db);
  await sql`grant select on all tables in schema public to dx_server`.execute(owner.db);
  const { href: databaseUrl } = Object.assign(new URL(url), { username: 'dx_server', password: 'dx' });
  const open = () => openStore({ databaseUrl, sqliteFile: '' });
  await expect(open()).rejects.toThrow('its role lacks a right');

  const [grants = ''] = codeBlocks(await readDocument('server/operate/deploy/README.md'), 'sql');
  const [rows, later, maintain] = grants.trim().split('\n');
  for (const text of [rows, later]) await sql.raw(String(text)).execute(owner.db);
  const store = await open();
  onTestFinished(() => store.close());
  await store.db.deleteFrom('journeys').execute();
  await expect(eraseTraces(store.db)).rejects.toMatchObject({ code: '42501' });
  await sql.raw(String(maintain)).execute(owner.db);
  expect(await eraseTraces(store.db)).toBe(true);
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
