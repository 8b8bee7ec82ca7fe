/** Reads the schema of a database, and finds differences that an older version of the server would not survive. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../server/store/tables.ts';

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

export interface Schema {
  tables: Map<string, Map<string, Column>>;
  /** Unique indexes, each as it was made. */
  unique: Map<string, string>;
}

export async function schemaOf(db: Kysely<Tables>, kind: 'sqlite' | 'postgres'): Promise<Schema> {
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
export function breaches(before: Schema, after: Schema): string[] {
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
        found.push(`${table}.${name} is new and needed, which an older version does not know`);
  }
  for (const [name, table] of after.unique)
    if (!before.unique.has(name) && before.tables.has(table))
      found.push(`${name} forbids rows of ${table} that an older version may add`);
  return found;
}
