/** Two releases of the server on one store: neither refuses it, neither destroys what is the other's, and a migration only adds. */
import { randomUUID } from 'node:crypto';
import { Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Migration, migrate, migrations } from '../../../server/core/store/migrate.ts';
import { postgresDialect } from '../../../server/core/store/postgres.ts';
import { sqliteDialect } from '../../../server/core/store/sqlite.ts';
import type { Tables } from '../../../server/core/store/tables.ts';
import { added } from '../../support/added-migration.ts';
import {
  newStoreSettings,
  newTestStore,
  openTestStore,
  type StoreKind,
  type StoreSettings,
  storeKinds,
} from '../../support/test-stores.ts';

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

interface Schema {
  tables: Map<string, Map<string, Column>>;
  /** Unique indexes, each as it was made. */
  unique: Map<string, string>;
}

async function schemaOf(db: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<Schema> {
  const tables = new Map<string, Map<string, Column>>();
  for (const { name, columns } of await db.introspection.getTables())
    tables.set(
      name,
      new Map(
        columns.map((column) => [
          column.name,
          {
            type: column.dataType.toLowerCase(),
            isNullable: column.isNullable,
            hasDefault: column.hasDefaultValue,
          },
        ]),
      ),
    );
  const made =
    kind === 'sqlite'
      ? sql`select name, tbl_name as "table" from sqlite_master where type = 'index' and sql like 'create unique%'`
      : sql`select indexname as name, tablename as "table" from pg_indexes
          where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`;
  const { rows } = await (made as ReturnType<typeof sql<{ name: string; table: string }>>).execute(db);
  return { tables, unique: new Map(rows.map(({ name, table }) => [name, table])) };
}

/** Nothing, where `after` only adds to `before`. */
function breaches(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) {
      found.push(`${table} is gone`);
      continue;
    }
    for (const [name, was] of columns) {
      const is = now.get(name);
      if (!is) found.push(`${table}.${name} is gone`);
      else if (is.type !== was.type) found.push(`${table}.${name} was ${was.type} and is ${is.type}`);
      else if ((was.isNullable || was.hasDefault) && !is.isNullable && !is.hasDefault)
        found.push(`${table}.${name} is needed now`);
    }
    for (const [name, { isNullable, hasDefault }] of now)
      if (!columns.has(name) && !isNullable && !hasDefault)
        found.push(`${table}.${name} is new and needed, and a running server does not know it`);
  }
  for (const [name, table] of after.unique)
    if (!before.unique.has(name) && before.tables.has(table))
      found.push(`${name} forbids rows of ${table} that a running server may add`);
  return found;
}

/** The migrations of the next release. */
const ofNext = [...migrations, added];

/** As a release of the server opens it that knows these migrations and no others. */
async function openedBy(
  kind: StoreKind,
  { databaseUrl, sqliteFile }: StoreSettings,
  known: readonly Migration[],
) {
  const db = new Kysely<Tables>({
    dialect: databaseUrl ? postgresDialect(databaseUrl) : sqliteDialect(sqliteFile),
  });
  onTestFinished(() => db.destroy());
  await migrate(db, kind, known);
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

describe.each(storeKinds)('on %s', (kind) => {
  it('a server opens the database of the next release, leaves it unchanged, and continues to write to it', async () => {
    const settings = await newStoreSettings(kind);
    const next = await openedBy(kind, settings, ofNext);
    for (const { name, columns } of await next.introspection.getTables())
      if (name !== 'migrations') await add(next, name, columns, 1);
    const before = await everything(next);
    const made = await schemaOf(next, kind);
    const { db } = await openTestStore(settings);
    expect(await everything(db)).toEqual(before);
    expect(await schemaOf(db, kind)).toEqual(made);
    const known = await newTestStore(kind);
    for (const { name, columns } of await known.db.introspection.getTables())
      if (name !== 'migrations') await add(db, name, columns, 100);
  });

  it('two servers of the next release that start at once run its migration once', async () => {
    const settings = await newStoreSettings(kind);
    await openTestStore(settings);
    const [db] = await Promise.all([openedBy(kind, settings, ofNext), openedBy(kind, settings, ofNext)]);
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(ofNext.map(([name]) => name));
    const fresh = await openedBy(kind, await newStoreSettings(kind), ofNext);
    expect(await schemaOf(db, kind)).toEqual(await schemaOf(fresh, kind));
  });

  /** What each migration from `from` on breaks, on a store that has all before it. */
  async function broken(known: readonly Migration[], from: number): Promise<string[]> {
    const settings = await newStoreSettings(kind);
    const found: string[] = [];
    for (let count = from; count < known.length; count += 1) {
      const db = await openedBy(kind, settings, known.slice(0, count));
      const before = await schemaOf(db, kind);
      await migrate(db, kind, known.slice(0, count + 1));
      found.push(...breaches(before, await schemaOf(db, kind)));
    }
    return found;
  }

  it('every migration after the first only adds', async () => {
    expect(await broken(ofNext, 1)).toEqual([]);
  });

  const column = 'alter table journeys';
  it.each<[string, string, string[]]>([
    ['a table more', 'create table more (id text primary key, n bigint not null)', []],
    ['a nullable column', `${column} add column more text`, []],
    ['a column with a default', `${column} add column more bigint not null default 0`, []],
    ['an index', 'create index more on journeys (created_at)', []],
    [
      'a column renamed',
      `${column} rename column created_at to made_at`,
      [
        'journeys.created_at is gone',
        'journeys.made_at is new and needed, and a running server does not know it',
      ],
    ],
    ['a column dropped', `${column} drop column created_at`, ['journeys.created_at is gone']],
    ['a table renamed', `${column} rename to travels`, ['journeys is gone']],
    ['a table dropped', 'drop table drafts', ['drafts is gone']],
    [
      'rows forbidden',
      'create unique index more on journeys (created_at)',
      ['more forbids rows of journeys that a running server may add'],
    ],
  ])('and a migration with %s is rejected', async (_, text, message) => {
    const next: Migration = ['9999-next', async (db) => void (await sql.raw(text).execute(db))];
    expect(await broken([...migrations, next], migrations.length)).toEqual(message);
  });
});

it('and on PostgreSQL a migration that changes a type or a constraint is rejected', async () => {
  const db = await openedBy('postgres', await newStoreSettings('postgres'), ofNext);
  const before = await schemaOf(db, 'postgres');
  await sql`alter table journeys alter column revision type bigint`.execute(db);
  await sql`alter table writes alter column outcome set not null`.execute(db);
  await sql`alter table journeys alter column added drop default`.execute(db);
  expect(breaches(before, await schemaOf(db, 'postgres')).toSorted()).toEqual([
    'journeys.added is needed now',
    'journeys.revision was int4 and is int8',
    'writes.outcome is needed now',
  ]);
});
