/** Compares two schemas, to find what a server of the earlier one cannot work with. */
import { type Kysely, sql } from 'kysely';

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** The tables of a database with their columns, and its unique indexes by name. */
export interface Schema {
  tables: Map<string, Map<string, Column>>;
  /** The table of each unique index. */
  unique: Map<string, string>;
}

/** Reads the schema of a database. */
export async function readSchema<T>(db: Kysely<T>, kind: 'sqlite' | 'postgres'): Promise<Schema> {
  const tables = new Map(
    (await db.introspection.getTables()).map((table) => [
      table.name,
      new Map(
        table.columns.map((column) => [
          column.name,
          {
            type: column.dataType,
            isNullable: column.isNullable,
            hasDefault: column.hasDefaultValue || column.isAutoIncrementing,
          },
        ]),
      ),
    ]),
  );
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string; of: string }>`select name, tbl_name as "of" from sqlite_master
          where type = 'index' and lower(sql) like 'create unique%'`.execute(db)
      : await sql<{ name: string; of: string }>`select indexname as name, tablename as "of" from pg_indexes
          where schemaname = current_schema() and lower(indexdef) like 'create unique%'`.execute(db);
  return { tables, unique: new Map(rows.map((row) => [row.name, row.of])) };
}

/** Lists the changes that break a running server of the earlier schema. */
export function breakingChanges(before: Schema, after: Schema): string[] {
  const faults: string[] = [];
  for (const [table, columns] of before.tables) {
    const now = after.tables.get(table);
    if (!now) {
      faults.push(`${table} is gone`);
      continue;
    }
    for (const [name, column] of columns)
      faults.push(...changesOf(`${table}.${name}`, column, now.get(name)));
    for (const [name, { isNullable, hasDefault }] of now)
      if (!columns.has(name) && !isNullable && !hasDefault)
        faults.push(`${table}.${name} is new, and an insert without it fails`);
  }
  for (const [name, table] of after.unique)
    if (before.tables.has(table) && !before.unique.has(name))
      faults.push(`${table} has a new unique index ${name}`);
  return faults;
}

function changesOf(name: string, before: Column, after: Column | undefined): string[] {
  if (!after) return [`${name} is gone`];
  if (after.type !== before.type) return [`${name} has another type`];
  if (before.isNullable && !after.isNullable) return [`${name} takes no null any more`];
  return before.hasDefault && !after.hasDefault ? [`${name} has no default any more`] : [];
}
