/** The health endpoints report the current state to the operator. */
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createHealth } from '../../../server/api/http/health.ts';
import { version } from '../../../server/core/version.ts';
import { readSeries, sumOf } from '../../core/observability/series.ts';
import { eventually } from '../../support/eventually.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, openTestStore } from '../../support/test-stores.ts';
import { httpHarness } from './http-harness.ts';

const at = async (url: string, path: string) => {
  const response = await fetch(`${url}/health/${path}`);
  return [response.status, (await response.json()) as Record<string, unknown>] as const;
};

it('reports that it is alive and ready, independent of the upstream service', async () => {
  const service = await serverOfTest();
  expect(await at(service.url, 'live')).toEqual([200, { status: 'live', version: version() }]);
  await service.wire.close();
  expect(await at(service.url, 'ready')).toEqual([200, { status: 'ready', version: version() }]);
});

it('is not ready when its database fails', async () => {
  const clock = manualClock(Date.now());
  const service = await serverOfTest({ clock });
  const other = new DatabaseSync(String(service.env.SQLITE_FILE));
  other.exec('alter table periodic_jobs rename to moved');
  expect(await at(service.url, 'ready')).toMatchObject([503, { code: 'store_unavailable' }]);
  expect(await at(service.url, 'live')).toEqual([200, { status: 'live', version: version() }]);
  other.exec('alter table moved rename to periodic_jobs');
  other.close();
  clock.advance(3_000);
  expect(await at(service.url, 'ready')).toEqual([200, { status: 'ready', version: version() }]);
});

it('is not ready while its database is read-only, writes nothing for requests of the same seconds, and says so', async () => {
  const databaseUrl = await newMigratedDatabase();
  const clock = manualClock(Date.now());
  const service = await serverOfTest({ databaseUrl, clock, env: { METRICS_PORT: '0' } });
  expect(await at(service.url, 'ready')).toEqual([200, { status: 'ready', version: version() }]);
  const { db } = await openTestStore({ databaseUrl, sqliteFile: '' });
  const name = new URL(databaseUrl).pathname.slice(1);
  const readOnly = async (mode: 'on' | 'off') => {
    await sql`begin read write`.execute(db);
    await sql`alter database ${sql.ref(name)} set default_transaction_read_only = ${sql.lit(mode)}`.execute(
      db,
    );
    await sql`commit`.execute(db);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid()`.execute(db);
  };
  await readOnly('on');
  const writer = service.customer('writer');
  // A connection that was ended can fail a read: a page repeats it.
  await eventually(() =>
    writer.open().then(
      () => true,
      () => false,
    ),
  );
  const refused = await writer.draft('place', { zip: '10002' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'store_unavailable' } });
  expect((await at(service.url, 'ready'))[0]).toBe(200);
  clock.advance(3_000);
  expect((await at(service.url, 'ready'))[0]).toBe(503);
  const found = readSeries(await service.metrics());
  expect([sumOf(found, 'dx_store_up'), sumOf(found, 'dx_store_writable')]).toEqual([1, 0]);
  await readOnly('off');
  expect((await at(service.url, 'ready'))[0]).toBe(503);
  // A connection that was ended can fail one more write.
  await eventually(async () => {
    clock.advance(3_000);
    return (await at(service.url, 'ready'))[0] === 200;
  });
  expect(sumOf(readSeries(await service.metrics()), 'dx_store_writable')).toBe(1);
});

it('is not ready when its database does not respond, or while it stops', async () => {
  const clock = manualClock();
  const health = createHealth(clock, () => new Promise(() => {}));
  const { url } = await httpHarness(async (ctx) => {
    ctx.url = '/health/ready';
    await health.router.routes()(ctx as never, async () => {});
  });
  const asked = fetch(`${url}/things/1`);
  await clock.waiting(1);
  clock.advance(2_000);
  expect((await asked).status).toBe(503);
  health.stop();
  expect(((await (await fetch(`${url}/things/1`)).json()) as { code: string }).code).toBe('stopping');
});
