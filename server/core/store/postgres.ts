/** PostgreSQL as the store, where several machines share it. */
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { Problem, StoreUnavailable } from '../errors.ts';
import {
  addressesOf,
  connectTimeoutMs,
  createConnect,
  needPrimary,
  readOnlySession,
} from './postgres-hosts.ts';

const int8 = 20;

/** Transactions never wait on the network: one idle this long belongs to a stalled process and blocks the others. */
const silentInTransactionMs = 5_000;

/** A database that does not respond in this time counts as out of reach, whether or not its connection has broken. */
export const answerWithinMs = 10_000;
/** Added so that PostgreSQL's own time-out comes first. */
const unheardAfterMs = 1_000;

/**
 * Creates the dialect, with at most ten connections to a host. It reads `bigint` columns as numbers. Its statements reject with
 * StoreUnavailable if the database is out of reach, and with Problem 400 `bad_request` for a text with a NUL.
 * @param databaseUrl with several hosts, connections go to the one that accepts writes
 * @param answerWithinMs how long one statement may take. @default no limit, as for a migration
 */
export function postgresDialect(databaseUrl: string, answerWithinMs?: number): Dialect {
  const limitMs = answerWithinMs && answerWithinMs + unheardAfterMs;
  const addresses = addressesOf(databaseUrl);
  const pools = addresses.map((address) =>
    createPool({
      ...(answerWithinMs && { statement_timeout: answerWithinMs }),
      connectionString: address,
      connectionTimeoutMillis: connectTimeoutMs(address),
      ...(addresses.length > 1 && {
        onConnect: (client: pg.ClientBase) => needPrimary((text) => send(client, text, [], limitMs)),
      }),
    }),
  );
  return new PostgresDialect({ pool: telling(pools, limitMs) });
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max: 10,
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
  return pool;
}

/** The pools of all hosts as one, whose errors distinguish a store out of reach from a defect of the server. */
function telling(pools: readonly pg.Pool[], limitMs?: number): PostgresPool {
  const connectToHost = createConnect(pools);
  // One for each connection: Kysely keeps a weak map of them, and each new entry outlives the next collections.
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pools[0]?.options ?? {},
    end: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
    async connect() {
      const client = await connectToHost((pool) => pool.connect()).catch((error: unknown) => {
        throw new StoreUnavailable(error);
      });
      const known = clients.get(client) ?? tellingClient(client, limitMs);
      clients.set(client, known);
      return known;
    },
  };
}

function tellingClient(client: pg.PoolClient, limitMs?: number): PostgresPoolClient {
  /**
   * Set once the connection may still wait for an abandoned statement: it cannot be used again, not even to roll
   * back.
   */
  let gone: StoreUnavailable | null = null;
  let isOfStandby = false;
  async function query(text: string, values: unknown[]) {
    if (gone) throw gone;
    try {
      return await send(client, text, values, limitMs);
    } catch (error) {
      if (isNoText(error)) throw new Problem('bad_request');
      if (!isOutOfReach(error)) throw error;
      const unavailable = new StoreUnavailable(error);
      if (!(error instanceof pg.DatabaseError)) gone = unavailable;
      isOfStandby ||= isReadOnly(error);
      throw unavailable;
    }
  }
  // Streams, the other way to query, are not used here.
  return {
    query,
    release: (destroy?: boolean) => client.release(destroy || gone !== null || isOfStandby),
  } as unknown as PostgresPoolClient;
}

/**
 * Sends a statement by the driver's callback. Its promises and its `query_timeout` link each statement to the next one,
 * so that short-lived objects reach the old generation, which V8 rarely collects.
 * @param limitMs how long to wait for the result. @default no limit
 */
const send = (
  client: pg.ClientBase,
  text: string,
  values: unknown[],
  limitMs?: number,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('the database does not respond'));
    const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs);
    client.query(text, values, (error, result) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve(result);
    });
  });

/** A NUL, which PostgreSQL cannot store in a text; it comes from an address that a stranger made up. */
const isNoText = (error: unknown) => error instanceof pg.DatabaseError && error.code === '22021';

/**
 * SQLSTATE: connection exceptions, a conflict with another transaction, insufficient resources, operator intervention, a
 * statement, a wait for a lock or a transaction over its limit, a right that the role lacks, and a database that is read-only.
 */
const outOfReach = /^(08|40|53|57P|57014|55P03|25P03|25P04|25006|42501)/;

/** A write in a read-only session: the database may have become a standby. A new connection finds what it is now. */
const isReadOnly = (error: unknown) => error instanceof pg.DatabaseError && error.code === readOnlySession;

/** SQLSTATE: another transaction held a lock for longer than `lock_timeout`. */
export const lockNotAvailable = '55P03';

/** An error that does not come from PostgreSQL comes from the connection, which has ended. */
function isOutOfReach(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return outOfReach.test(error.code ?? '');
  return error instanceof Error && !(error instanceof TypeError);
}
