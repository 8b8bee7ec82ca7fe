/** `dx-booking migrate --dry-run`: the pending migrations, on both databases. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openStore } from '../../../server/core/store/store.ts';
import { migrateStore } from '../../../server/operate/cli/migrate.ts';
import { databaseContent } from '../../support/database-content.ts';
import { operator } from '../../support/operator.ts';
import { newStoreSettings, storeKinds } from '../../support/test-stores.ts';

it.each(storeKinds)('lists the migrations that are pending, and changes nothing (%s)', async (kind) => {
  const settings = await newStoreSettings(kind);
  const { databaseUrl, sqliteFile } = settings;
  const installation = await operator({
    env: { SQLITE_FILE: sqliteFile, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    isMigrated: false,
  });
  const listed = () => installation.run(migrateStore, { dryRun: true });
  const isPending = { code: 0, output: '0001-schema is pending.' };
  expect(await listed()).toEqual(isPending);
  if (databaseUrl) expect(await databaseContent(settings)).toEqual([]);
  else expect(existsSync(sqliteFile)).toBe(false);

  await mkdir(dirname(sqliteFile), { recursive: true });
  expect((await installation.run(migrateStore)).output).toBe('0001-schema is applied.');
  const migrated = await databaseContent(settings);
  expect(await listed()).toEqual({ code: 0, output: 'The database is up to date.' });
  expect(await databaseContent(settings)).toEqual(migrated);

  const store = await openStore(settings);
  await sql`delete from migrations`.execute(store.db);
  await store.close();
  const older = await databaseContent(settings);
  expect(await listed()).toEqual(isPending);
  expect(await databaseContent(settings)).toEqual(older);
});

it('takes no notice of a table of migrations in another schema', async () => {
  const { databaseUrl } = await newStoreSettings('postgres');
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('create schema other create table migrations (id int)');
  await client.end();
  const installation = await operator({ env: { DATABASE_URL: String(databaseUrl) }, isMigrated: false });
  const applied = { code: 0, output: '0001-schema is applied.' };
  expect(await installation.run(migrateStore)).toEqual(applied);
});
