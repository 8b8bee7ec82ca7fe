/** PostgreSQL as the store, where several machines share it. */
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const int8 = 20;

export function postgresDialect(databaseUrl: string): Dialect {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5_000,
    types: {
      // Milliseconds and counts fit a number; pg would give them as strings.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8
          ? Number
          : format === 'binary'
            ? pg.types.getTypeParser(oid, format)
            : pg.types.getTypeParser(oid),
    },
  });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}
