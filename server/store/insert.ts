/** Inserts of rows with the same columns. */
import { type Kysely, sql } from 'kysely';
import { createStatement } from './statement.ts';
import type { Tables } from './tables.ts';

/** The most rows of one statement: PostgreSQL accepts 65,535 values. */
const mostRows = 256;
/** Up to so many rows are one statement. */
const fewRows = 16;

/**
 * Inserts rows, all with the same columns. More than 16 rows can take several statements: pass a transaction.
 * @returns the number of rows that are new
 */
export type Insert<N extends keyof Tables> = (
  db: Kysely<Tables>,
  rows: readonly Partial<Tables[N]>[],
) => Promise<number>;

/**
 * Creates the insert into one table.
 * @param onConflict whether a row with an existing key or other unique value is an error or is left out. @default error
 */
export function createInsert<N extends keyof Tables & string>(
  table: N,
  onConflict: 'error' | 'nothing' = 'error',
): Insert<N> {
  const conflict = onConflict === 'nothing' ? sql` on conflict do nothing` : sql``;
  const insert = createStatement((db, names, values) => {
    const rows = Array.from({ length: values.length / names.length }, (_, at) => {
      const start = at * names.length;
      return sql`(${sql.join(values.slice(start, start + names.length))})`;
    });
    const columns = sql.join(names.map((name) => sql.ref(name)));
    return sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(rows)}${conflict}`.compile(db);
  });
  return async (db, rows) => {
    const names = Object.keys(rows[0] ?? {});
    let added = 0;
    for (const some of inFewSizes(rows)) {
      const { numAffectedRows } = await insert(
        db,
        names,
        some.flatMap((row) => names.map((name) => row[name as keyof typeof row])),
      );
      added += Number(numAffectedRows ?? 0);
    }
    return added;
  };
}

/** Splits rows so that few different numbers of rows occur, each of which is another text. */
function* inFewSizes<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; ) {
    const left = rows.length - start;
    const count = left <= fewRows ? left : Math.min(mostRows, 2 ** Math.floor(Math.log2(left)));
    yield rows.slice(start, start + count);
    start += count;
  }
}
