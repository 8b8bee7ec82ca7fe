/**
 * Statements that run often, compiled once for each list of columns and number of values: Kysely takes longer to build
 * and compile a statement than SQLite to run it.
 */
import { isDeepStrictEqual } from 'node:util';
import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Tables } from './tables.ts';

/** Runs a statement. @param names the columns that its text depends on @param values in the order of the text */
export type Statement<R> = (
  db: Kysely<Tables>,
  names: readonly string[],
  values: readonly unknown[],
) => Promise<QueryResult<R>>;

/** Compiles a statement for these columns. */
export type Compile<R> = (
  db: Kysely<Tables>,
  names: readonly string[],
  values: readonly unknown[],
) => CompiledQuery<R>;

/**
 * Creates a statement. It is compiled once for each dialect, list of columns and number of values.
 * @param build must use all values, in their order, and its text must not depend on them, only on their number. The
 *   statement throws Error if `build` leaves out or reorders values
 */
export function createStatement<R>(build: Compile<R>): Statement<R> {
  /** By dialect: SQLite and PostgreSQL name their parameters differently. */
  const compiled = new WeakMap<object, Map<string, CompiledQuery<R>>>();

  function compile(...[db, names, values]: Parameters<Statement<R>>): CompiledQuery<R> {
    const query = build(db, names, values);
    if (!isDeepStrictEqual(query.parameters, values))
      throw new Error('a statement must use all of its values in their order');
    return query;
  }

  return (db, names, values) => {
    const { adapter } = db.getExecutor();
    const queries = compiled.get(adapter) ?? new Map<string, CompiledQuery<R>>();
    compiled.set(adapter, queries);
    const key = `${values.length} ${names.join()}`;
    const query = queries.get(key) ?? compile(db, names, values);
    queries.set(key, query);
    return db.executeQuery({ ...query, parameters: values });
  };
}
