/** Reads a whole table beside running servers, a page at a time. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The selected columns of a row, by name. */
export type ReadRow = Record<string, string | Uint8Array | number | null>;

/**
 * Reads the pages of a table from the first row to the last by its key. Rows that are inserted meanwhile may be left
 * out. The last page can be empty.
 * @param key the columns of the primary key
 * @param columns what is selected in addition to the key
 * @param rowsAtOnce how many rows a page has. @default 200
 */
export async function* pagesInOrder(
  db: Kysely<Tables>,
  table: keyof Tables,
  key: readonly string[],
  columns: readonly RawBuilder<unknown>[],
  rowsAtOnce = 200,
): AsyncGenerator<ReadRow[]> {
  const keyed = sql.join(key.map((name) => sql.ref(name)));
  let after = sql``;
  for (;;) {
    const { rows } = await sql<ReadRow>`
      select ${keyed}, ${sql.join(columns)} from ${sql.table(table)} ${after}
      order by ${keyed} limit ${sql.lit(rowsAtOnce)}`.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = sql`where (${keyed}) > (${sql.join(key.map((name) => sql.val(last[name])))})`;
  }
}
