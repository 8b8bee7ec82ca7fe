/** PostgreSQL as the store, where several machines share it. */
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Problem, StoreUnavailable } from '../errors.ts';

const int8 = 20;

/** Transactions never wait on the network: one that is idle this long belongs to a stalled process. */
const silentInTransactionMs = 5_000;

/** What does not answer for so long is out of reach, whether or not its connection has broken. */
export const answerWithinMs = 10_000;
/** PostgreSQL itself has the first word. */
const unheardAfterMs = 1_000;

/** @param answerWithinMs how long one statement may take. @default any time, as a migration does */
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
  // A lost connection is replaced by the pool, and told to whoever uses it next; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool: telling(pool) });
}

/** The pool, which tells a store out of reach from a fault of ours. */
const telling = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  end: () => pool.end(),
  async connect() {
    const client = await pool.connect().catch((error: unknown) => {
      throw new StoreUnavailable(error);
    });
    /** The connection may still wait for what was given up: it is of no more use, not even to roll back. */
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
    // Streams, the other way to ask, are not used here.
    return {
      query,
      release: (destroy?: boolean) => client.release(destroy || gone !== null),
    } as unknown as PostgresPoolClient;
  },
});

/** A NUL, which no text of PostgreSQL's can hold: it comes with an address that a stranger made up. */
const isNoText = (error: unknown) => error instanceof pg.DatabaseError && error.code === '22021';

/** Connection exceptions, want of resources, an operator's hand, a statement over its limit, and a session ended for its silence (SQLSTATE). */
const outOfReach = /^(08|53|57P|57014|25P03)/;

/** What does not come from PostgreSQL is the connection's, which ended. */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return outOfReach.test(error.code ?? '');
  return error instanceof Error && !(error instanceof TypeError);
}
