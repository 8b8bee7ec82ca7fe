/**
 * Statements that run often, compiled once for each list of columns: Kysely takes longer to build and compile a
 * statement than SQLite to run it.
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

/**
 * Creates a statement for one database.
 * @param build compiles the statement for these columns. It must use all values, in their order, and its text must not
 *   depend on them
 */
export function createStatement<R>(
  build: (db: Kysely<Tables>, names: readonly string[], values: readonly unknown[]) => CompiledQuery<R>,
): Statement<R> {
  const compiled = new Map<string, CompiledQuery<R>>();

  function compile(...[db, names, values]: Parameters<Statement<R>>): CompiledQuery<R> {
    const query = build(db, names, values);
    if (!isDeepStrictEqual(query.parameters, values))
      throw new Error('a statement must use all of its values in their order');
    compiled.set(names.join(), query);
    return query;
  }

  return (db, names, values) => {
    const query = compiled.get(names.join()) ?? compile(db, names, values);
    return db.executeQuery({ ...query, parameters: values });
  };
}
