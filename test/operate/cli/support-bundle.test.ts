/** `dx-booking support bundle`: the file says how the installation is, and holds no secret and nothing of a customer. */
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { secretNames } from '../../../server/config/entries.ts';
import { version } from '../../../server/core/version.ts';
import { newOperatorKey } from '../../../server/operate/admin/guards.ts';
import { supportBundle } from '../../../server/operate/cli/support-bundle.ts';
import { customerData } from '../../booking/journey/canaries.ts';
import { choosePlace, pickTimes, profile } from '../../support/booking.ts';
import { eventually } from '../../support/eventually.ts';
import { folderOfTest } from '../../support/folders.ts';
import { operator } from '../../support/operator.ts';
import { refusal } from '../../support/scripted-refusal.ts';
import { serverOfTest } from '../../support/server-of-test.ts';
import { newMigratedDatabase, openTestStore, storeKinds } from '../../support/test-stores.ts';

/** The parts of a value that alone would give it away. */
const partsOf = (text: string) => [text, ...text.split(/[^\w-]+/)].filter((part) => part.length >= 12);

it.each(storeKinds)(
  'describes an installation on %s, without a secret and without a customer',
  async (kind) => {
    const folder = folderOfTest();
    const file = join(folder, 'bundle.json');
    const service = await serverOfTest({
      databaseUrl: kind === 'postgres' ? await newMigratedDatabase() : undefined,
      env: {
        ADMIN_PORT: '0',
        ADMIN_KEYS: newOperatorKey('alice', 'admin').entry,
        ACCESS_LOG_URL: `file:${folder}/secret-sink-path-41aa/access.jsonl`,
        BACKEND_SECRETS: 'backend-secret-canary-0d5b72c1e9f64a33',
      },
    });
    const customer = service.customer('canary-7b1e55');
    await customer.answer('times', pickTimes(await choosePlace(customer, 'DEXA')));
    const { first_name, last_name, email } = customerData;
    await service.sandbox.fault('POST', '/v1/api-first/identities', refusal(401, null));
    const typed = { ...profile, first_name, last_name, email };
    const view = await customer.answer('identity', typed);
    expect(view.notice?.code).toBe('stalled');
    const failed = await customer.fetch('POST', `/journeys/${view.journey_id}`, {});
    expect(failed.status).toBe(422);

    const make = () => supportBundle(service.env, { file }, () => {});
    await eventually(async () => {
      await rm(file, { force: true });
      await make();
      return JSON.parse(await readFile(file, 'utf8')).database.failed_requests.length > 0;
    });
    const text = await readFile(file, 'utf8');
    const bundle = JSON.parse(text);
    expect(bundle).toMatchObject({
      versions: { server: version(), node: process.version },
      settings: { RETENTION_BOOKINGS_DAYS: '2190', STORE_KEYS: 'set', HANDOFF_API_KEY: null },
      database: {
        kind,
        migrations: [expect.any(String)],
        installation: {
          servers: [{ version: version() }],
          queues: { writes: [{ state: 'parked', count: 1 }] },
        },
        waiting: [{ kind: 'write', write: 'identity.save', reason: 'http_401', count: 1 }],
        failed_requests: [{ code: 'invalid_fields', status: 422, route: '/journeys/:id', count: 1 }],
        tables: { journeys: { rows: expect.any(Number) } },
      },
    });
    if (kind === 'sqlite') expect(bundle.database.tables.journeys.rows).toBe(1);
    const sought = [
      ...secretNames.flatMap((name) => partsOf(service.env[name] ?? '')),
      ...[first_name, last_name, email, 'canary-7b1e55', view.journey_id],
    ].filter((part) => !Object.keys(bundle.settings).includes(part));
    expect(sought.length).toBeGreaterThan(15);
    expect(sought.filter((part) => text.includes(part))).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(make()).rejects.toThrow('exists. Name a new file.');
  },
);

it("lists the server's own tables of a database that others use too", async () => {
  const databaseUrl = await newMigratedDatabase();
  const store = await openTestStore({ databaseUrl, sqliteFile: '' });
  await sql`create schema "Other" create table "Orders" (id int) create table journeys (id int)`.execute(
    store.db,
  );
  await sql`create view recent as select * from "Other"."Orders"`.execute(store.db);
  const installation = await operator({ env: { DATABASE_URL: databaseUrl } });
  const file = join(installation.dir, 'bundle.json');
  expect((await installation.run(supportBundle, { file })).code).toBe(0);
  const { tables } = JSON.parse(await readFile(file, 'utf8')).database;
  expect(tables.journeys).toEqual({ rows: expect.any(Number), bytes: expect.any(Number) });
  for (const name of ['Orders', 'recent']) expect(tables).not.toHaveProperty(name);
});

it('says why the database cannot be read', async () => {
  const service = await serverOfTest();
  const folder = folderOfTest();
  const file = join(folder, 'bundle.json');
  await supportBundle({ ...service.env, SQLITE_FILE: join(folder, 'none.sqlite') }, { file }, () => {});
  expect(JSON.parse(await readFile(file, 'utf8')).database).toEqual({
    fault: expect.stringContaining('does not exist'),
  });
});
