/** Two versions of the server on one store: neither refuses it, neither destroys what is the other's, and a migration only adds. */

import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Migration, migrate, migrations } from '../../server/store/migrate.ts';
import { postgresDialect } from '../../server/store/postgres.ts';
import { sqliteDialect } from '../../server/store/sqlite.ts';
import { createStoreKeys } from '../../server/store/store-keys.ts';
import type { Tables } from '../../server/store/tables.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import {
  newStoreSettings,
  openTestStore,
  type StoreKind,
  type StoreSettings,
  storeKinds,
} from '../support/test-stores.ts';
import { breaches, schemaOf } from './added-columns.ts';

const keys = createStoreKeys([newStoreKey('test')]);
const opener = fileURLToPath(new URL('./opening-process.ts', import.meta.url));

/** As a version of the server opens it that knows these migrations and no others. */
async function openedBy(
  kind: StoreKind,
  { databaseUrl, sqliteFile }: StoreSettings,
  known: readonly Migration[],
) {
  const db = new Kysely<Tables>({
    dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(sqliteFile),
  });
  onTestFinished(() => db.destroy());
  await migrate(db, kind, keys, known);
  return db;
}

/** A row of the table with these columns alone. */
async function add(
  db: Kysely<Tables>,
  table: string,
  columns: { name: string; dataType: string }[],
  n: number,
) {
  const values = columns.map(({ name, dataType }) => {
    if (/bytea|blob/i.test(dataType)) return Buffer.from('sealed');
    if (/int/i.test(dataType)) return n;
    return name === 'state' ? 'left' : randomUUID();
  });
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(values)})`.execute(db);
}

const everything = async (db: Kysely<Tables>) => {
  const all: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables())
    all[name] = (await sql`select * from ${sql.table(name)} order by 1`.execute(db)).rows;
  return all;
};

const earlier = migrations.map((_, count) => count).slice(1);

describe.each(storeKinds)('on %s', (kind) => {
  it('an older version opens the database of this one, leaves it unchanged, and continues to write to it', async () => {
    const settings = await newStoreSettings(kind);
    const { db } = await openTestStore(settings);
    for (const { name, columns } of await db.introspection.getTables())
      if (name !== 'migrations') await add(db, name, columns, 1);
    const before = await everything(db);
    const made = await schemaOf(db, kind);
    for (const count of earlier) {
      const older = await openedBy(kind, settings, migrations.slice(0, count));
      expect(await everything(older)).toEqual(before);
      expect(await schemaOf(older, kind)).toEqual(made);
      await older.destroy();
    }
    for (const count of earlier) {
      const then = await openedBy(kind, await newStoreSettings(kind), migrations.slice(0, count));
      const older = await openedBy(kind, settings, migrations.slice(0, count));
      for (const { name, columns } of await then.introspection.getTables())
        if (name !== 'migrations') await add(older, name, columns, 100 + count);
      // Each version has connections of its own, and PostgreSQL takes a hundred.
      await Promise.all([then.destroy(), older.destroy()]);
    }
  });

  it.each([0, 1, Math.ceil(migrations.length / 2), migrations.length - 1])(
    'two processes that start at once on a store with %i migrations bring it up to date once',
    async (count) => {
      const settings = await newStoreSettings(kind);
      if (count > 0) await openedBy(kind, settings, migrations.slice(0, count));
      const outcomes = await Promise.all(
        [1, 2].map(async () => {
          const child = fork(opener, [JSON.stringify(settings)], { stdio: 'ignore' });
          const [code] = await once(child, 'exit');
          return code;
        }),
      );
      expect(outcomes).toEqual([0, 0]);
      const { db } = await openTestStore(settings);
      const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
      expect(rows.map(({ name }) => name)).toEqual(migrations.map(([name]) => name));
      expect(await db.selectFrom('journeys').select('id').execute()).toHaveLength(2);
      const fresh = await openTestStore(await newStoreSettings(kind));
      expect(await schemaOf(db, kind)).toEqual(await schemaOf(fresh.db, kind));
    },
  );

  /** What each migration from `from` on breaks, on a store that has all before it. */
  async function broken(known: readonly Migration[], from: number): Promise<string[]> {
    const settings = await newStoreSettings(kind);
    const found: string[] = [];
    for (let count = from; count < known.length; count += 1) {
      const db = await openedBy(kind, settings, known.slice(0, count));
      const before = await schemaOf(db, kind);
      await migrate(db, kind, keys, known.slice(0, count + 1));
      found.push(...breaches(before, await schemaOf(db, kind)));
    }
    return found;
  }

  // The baseline would not have to, and does.
  it('every migration only adds', async () => {
    expect(await broken(migrations, 1)).toEqual([]);
  });

  const column = 'alter table journeys';
  it.each<[string, string, string[]]>([
    ['a table more', 'create table more (id text primary key, n bigint not null)', []],
    ['a nullable column', `${column} add column more text`, []],
    ['a column with a default', `${column} add column more bigint not null default 0`, []],
    ['an index', 'create index more on journeys (step)', []],
    [
      'a column renamed',
      `${column} rename column step to stage`,
      ['journeys.step is gone', 'journeys.stage is new and needed, which an older version does not know'],
    ],
    ['a column dropped', `${column} drop column created_at`, ['journeys.created_at is gone']],
    ['a table renamed', `${column} rename to travels`, ['journeys is gone']],
    ['a table dropped', 'drop table drafts', ['drafts is gone']],
    [
      'rows forbidden',
      'create unique index more on journeys (step)',
      ['more forbids rows of journeys that an older version may add'],
    ],
  ])('and a migration with %s is rejected', async (_, text, message) => {
    const next: Migration = ['9999-next', async (db) => void (await sql.raw(text).execute(db))];
    expect(await broken([...migrations, next], migrations.length)).toEqual(message);
  });
});

it('and on PostgreSQL a migration that changes a type or a constraint is rejected', async () => {
  const db = await openedBy('postgres', await newStoreSettings('postgres'), migrations);
  const before = await schemaOf(db, 'postgres');
  await sql`alter table journeys alter column revision type bigint`.execute(db);
  await sql`alter table writes alter column outcome set not null`.execute(db);
  await sql`alter table writes alter column flow drop default`.execute(db);
  expect(breaches(before, await schemaOf(db, 'postgres')).toSorted()).toEqual([
    'journeys.revision was int4 and is int8',
    'writes.flow is needed now',
    'writes.outcome is needed now',
  ]);
});
