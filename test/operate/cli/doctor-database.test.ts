/** doctor on PostgreSQL: a standby, a pooler, a read-only database, and one without space. It changes none of them. */
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../server/core/store/store.ts';
import { doctor } from '../../../server/operate/cli/doctor.ts';
import { databaseContent } from '../../support/database-content.ts';
import { operator } from '../../support/operator.ts';
import { startPostgres, type TestPostgres } from '../../support/start-postgres.ts';

let postgres: TestPostgres;
let databaseUrl: string;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.newDatabase();
  await (await openStore({ databaseUrl, sqliteFile: '' })).close();
});
afterAll(() => postgres.stop());

async function examined(url = databaseUrl) {
  const installation = await operator({ env: { DATABASE_URL: url, SQLITE_FILE: '' } });
  return (await installation.run(doctor)).output;
}

it('says the version of PostgreSQL and the difference of the clocks', async () => {
  const output = await examined();
  expect(output).toMatch(/ok +The database is PostgreSQL 18\.\d+[^,]*, with \d+ MiB of data\./);
  expect(output).toMatch(/ok +The clock of this machine is 0\.\d s (?:behind|ahead of) the database's\./);
  expect(output).not.toContain('The disk of the database is full.');
});

// `temp_file_limit` stands in for a full disk: the check that needs disk space fails in the same way.
it.each([
  ['is read-only', "default_transaction_read_only = 'on'", 'fault    The database is read-only'],
  ['is full', "temp_file_limit = '0'", 'fault    The disk of the database is full.'],
])('says that a database %s', async (_, setting, words) => {
  const store = await openStore({ databaseUrl, sqliteFile: '' });
  onTestFinished(() => store.close());
  const name = new URL(databaseUrl).pathname.slice(1);
  await sql`alter database ${sql.ref(name)} set ${sql.raw(setting)}`.execute(store.db);
  const before = await databaseContent({ databaseUrl, sqliteFile: '' });
  expect(await examined()).toContain(words);
  expect(await databaseContent({ databaseUrl, sqliteFile: '' })).toEqual(before);
  await sql`set default_transaction_read_only = off`.execute(store.db);
  await sql`begin read write`.execute(store.db);
  await sql`alter database ${sql.ref(name)} reset all`.execute(store.db);
  await sql`commit`.execute(store.db);
});

it.each([
  ['refuses the password', { password: 'another' }, 'it refuses the password (28P01)'],
  ['does not exist', { pathname: '/none' }, 'it has no database of this name (3D000)'],
  [
    'takes no more connections',
    { username: 'crowd', password: 'crowd' },
    'it has no connection left (53300)',
  ],
])('says that a database %s', async (_, changes, reason) => {
  const store = await openStore({ databaseUrl, sqliteFile: '' });
  onTestFinished(() => store.close());
  await sql`drop role if exists crowd`.execute(store.db);
  await sql`create role crowd login password 'crowd' connection limit 0`.execute(store.db);
  const { href } = Object.assign(new URL(databaseUrl), changes);
  const fault = `fault    The store at DATABASE_URL cannot be opened for writing: ${reason}.`;
  expect(await examined(href)).toContain(fault);
});

/** A pooler that refuses connections with time limits, as PgBouncer does: it responds to the first message with an error. */
function startPooler(): Promise<string> {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter', '']
    .map((field) => `${field}\0`)
    .join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + fields.length);
  const pooler = createServer((socket) => socket.end(`E${length.toString('latin1')}${fields}`, 'latin1'));
  onTestFinished(() => void pooler.close());
  return new Promise((resolve) =>
    pooler.listen(0, '127.0.0.1', () => resolve(String((pooler.address() as AddressInfo).port))),
  );
}

it('says that there is a pooler before a database', async () => {
  const { href } = Object.assign(new URL(databaseUrl), { port: await startPooler() });
  const reason = 'a connection pooler before it does not take the settings of a connection (08P01)';
  expect(await examined(href)).toContain(`cannot be opened for writing: ${reason}.`);
});

it('says that a database is a standby', async () => {
  const standby = await postgres.startStandby();
  onTestFinished(() => standby.stop());
  const url = new URL(databaseUrl);
  url.port = new URL(standby.url).port;
  expect(await examined(url.href)).toContain('fault    The database is a standby');
});
