/**
 * A large database of PostgreSQL is migrated while customers book. PostgreSQL itself ends each statement of the server
 * that waits too long for a lock, and the booking then fails.
 */
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { indexMigration, type Migration, migrate, migrations } from '../../../server/core/store/migrate.ts';
import { postgresDialect } from '../../../server/core/store/postgres.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { book } from '../../support/book.ts';
import { eventually } from '../../support/eventually.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase } from '../../support/test-stores.ts';

const rows = 2_000_000;

/**
 * A server on a new database, and customers who book one after the other until `end`.
 * @param settled how many writes of earlier customers the database has
 * @param longestWait for a lock, in units of PostgreSQL
 */
async function startBooked(settled: number, longestWait: string) {
  const databaseUrl = await newMigratedDatabase();
  const db = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
  onTestFinished(() => db.destroy());
  const name = new URL(databaseUrl).pathname.slice(1);
  await sql`alter database ${sql.ref(name)} set lock_timeout = ${sql.lit(longestWait)}`.execute(db);
  await sql`insert into writes (id, flow, owner_kind, owner_id, customer_id, kind, path, idempotency_key,
      key_reused, state, fence, attempts, due_at, created_at, updated_at)
    select n, 'full_api', 'journey', '', '', '', '', '', 0, 'settled', 0, 0, 0, n, n
    from generate_series(1, ${sql.lit(settled)}) as n`.execute(db);
  const service = await serverOfTest({ databaseUrl });
  const load = { booked: 0, faults: [] as string[], end: async () => {} };
  let isOver = false;
  async function lane(at: number): Promise<void> {
    for (let count = 0; !isOver; count++) {
      const fault = await book(service.customer(`${at}-${count}`));
      if (fault) load.faults.push(fault);
      else load.booked += 1;
    }
  }
  const lanes = Promise.all([lane(1), lane(2)]);
  load.end = async () => {
    isOver = true;
    await lanes;
  };
  onTestFinished(load.end);
  return { db, databaseUrl, load };
}

it('builds an index on two million writes while customers book', async () => {
  const { db, load } = await startBooked(rows, '2s');
  const before = load.booked;
  const waits: string[] = [];
  const next: readonly Migration[] = [
    ['9998-column', async (trx) => void (await sql`alter table writes add column more text`.execute(trx))],
    indexMigration('9999-index', 'writes_more', 'on writes (kind, updated_at, created_at, id)'),
  ];
  await migrate(db, 'postgres', [...migrations, ...next], { onWaiting: (name) => void waits.push(name) });
  await eventually(() => load.booked > before || load.faults.length > 0);
  await load.end();
  expect(load.faults).toEqual([]);
  const { rows: built } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = 'writes_more'::regclass`.execute(db);
  expect(built).toEqual([{ valid: true }]);
});

it('waits for a dump without holding up customers', async () => {
  const { db, databaseUrl, load } = await startBooked(1, '1min');
  const dump = new pg.Client(databaseUrl);
  await dump.connect();
  onTestFinished(() => dump.end());
  await dump.query('begin isolation level repeatable read');
  await dump.query('select count(*) from writes');
  let tries = 0;
  const next: Migration = [
    '9999-column',
    async (trx) => void (await sql`alter table writes add column more text`.execute(trx)),
  ];
  const migrated = migrate(db, 'postgres', [...migrations, next], {
    onWaiting(_, count) {
      tries = count;
    },
  });
  await eventually(() => tries >= 2 || load.faults.length > 0);
  const before = load.booked;
  await eventually(() => load.booked > before || load.faults.length > 0);
  await dump.query('commit');
  await migrated;
  await load.end();
  expect(load.faults).toEqual([]);
  const { rows: found } = await sql`select more from writes limit 1`.execute(db);
  expect(found).toHaveLength(1);
});
