/** PostgreSQL as the store, where several machines share it. */
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Problem, StoreUnavailable } from '../errors.ts';

const int8 = 20;

/** Transactions never wait on the network: one idle this long belongs to a stalled process and blocks the others. */
const silentInTransactionMs = 5_000;

/** A database that does not respond in this time counts as out of reach, whether or not its connection has broken. */
export const answerWithinMs = 10_000;
/** Added so that PostgreSQL's own time-out comes first. */
const unheardAfterMs = 1_000;

/**
 * Creates the dialect, with at most ten connections. It reads `bigint` columns as numbers. Its statements reject with
 * StoreUnavailable if the database is out of reach, and with Problem 400 `bad_request` for a text with a NUL.
 * @param answerWithinMs how long one statement may take. @default no limit, as for a migration
 */
export function postgresDialect(databaseUrl: string, answerWithinMs?: number): Dialect {
  const limits = answerWithinMs && {
    statement_timeout: answerWithinMs,
    query_timeout: answerWithinMs + unheardAfterMs,
  };
  const pool = new pg.Pool({
    ...limits,
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: silentInTransactionMs,
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
  // The pool replaces a lost connection and reports the error to its next user; without a listener it would end the
  // process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: telling(pool) });
}

/** The pool, whose errors distinguish a store out of reach from a defect of the server. */
const telling = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    const client = await pool.connect().catch((error: unknown) => {
      throw new StoreUnavailable(error);
    });
    /**
     * Set once the connection may still wait for an abandoned statement: it cannot be used again, not even to roll
     * back.
     */
    let gone: StoreUnavailable | null = null;
    async function query(text: string, values: unknown[]) {
      if (gone) throw gone;
      try {
        return await client.query(text, values);
      } catch (error) {
        if (isNoText(error)) throw new Problem('bad_request');
        if (!isOutOfReach(error)) throw error;
        const unavailable = new StoreUnavailable(error);
        if (!(error instanceof pg.DatabaseError)) gone = unavailable;
        throw unavailable;
      }
    }
    // Streams, the other way to query, are not used here.
    return {
      query,
      release: (destroy?: boolean) => client.release(destroy || gone !== null),
    } as unknown as PostgresPoolClient;
  },
});

/** A NUL, which PostgreSQL cannot store in a text; it comes from an address that a stranger made up. */
const isNoText = (error: unknown) => error instanceof pg.DatabaseError && error.code === '22021';

/**
 * SQLSTATE: connection exceptions, insufficient resources, operator intervention, a statement over its limit, and a
 * session ended because it was idle.
 */
const outOfReach = /^(08|53|57P|57014|25P03)/;

/** An error that does not come from PostgreSQL comes from the connection, which has ended. */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return outOfReach.test(error.code ?? '');
  return error instanceof Error && !(error instanceof TypeError);
}
