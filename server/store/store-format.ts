/**
 * Which of two formats encrypted values have. `bound` is the current one: each value is bound to its place
 * (encryption.ts). A database of an earlier version has a row that says how far its conversion is; without the row it
 * is `bound`.
 *
 * - `unbound`: servers of an earlier version may run, which know only their own format. This version writes it too.
 * - `binding`: every server has this version. New values are bound; earlier ones are still read until they are
 *   converted.
 *
 * The row is encrypted under the store keys, so that write access to the database cannot lead back to an earlier state.
 */
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { StoreKeys } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** How far the conversion of an earlier database is. */
export type ConversionState = 'unbound' | 'binding';
export type FormatState = ConversionState | 'bound';

export interface StoreFormat {
  /** Whether new values are bound for good, so that a transaction need not read the state. */
  isDecided(): boolean;
  /**
   * Whether a transaction writes bound values. While they are not decided, the result is valid to the end of the
   * transaction: the state does not change before it has committed.
   */
  writesBound(trx: Kysely<Tables>): Promise<boolean>;
  /** Whether values of the earlier format are still read. */
  readsUnbound(db: Kysely<Tables>): Promise<boolean>;
}

const rowName = 'encryption';
const context = 'store_format.state';
/** How long a process may continue to read values of the earlier format after the conversion has ended. */
const rememberedMs = 5_000;

/** Creates the access to the state of the conversion, with a cache in memory. */
export function createStoreFormat(storeKeys: StoreKeys): StoreFormat {
  let isDecided = false;
  let isBound = false;
  let readAtMs = Number.NEGATIVE_INFINITY;

  function remember(state: FormatState): FormatState {
    isDecided ||= state !== 'unbound';
    isBound ||= state === 'bound';
    readAtMs = performance.now();
    return state;
  }

  return {
    isDecided: () => isDecided,
    async writesBound(trx) {
      if (!isDecided) remember(await readFormat(trx, storeKeys, { lock: true }));
      return isDecided;
    },
    async readsUnbound(db) {
      if (isBound) return false;
      if (performance.now() - readAtMs < rememberedMs) return true;
      return remember(await readFormat(db, storeKeys)) !== 'bound';
    },
  };
}

/**
 * Reads the state.
 * @param options.lock keeps it unchanged until the transaction ends. @default false
 * @throws Error if the store keys do not decrypt it
 */
export async function readFormat(
  db: Kysely<Tables>,
  storeKeys: StoreKeys,
  { lock = false }: { lock?: boolean } = {},
): Promise<FormatState> {
  // A transaction of SQLite holds the write lock from its beginning (sqlite.ts).
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const locking = lock && isPostgres ? sql`for share` : sql``;
  const { rows } = await sql<{
    state: string;
  }>`select state from store_format where name = ${rowName} ${locking}`.execute(db);
  const [row] = rows;
  if (!row) return 'bound';
  return storeKeys.decrypt(Buffer.from(row.state, 'base64url'), context).toString() as ConversionState;
}

/** Writes the state; waits for transactions that write by the former state. */
export async function writeFormat(
  trx: Kysely<Tables>,
  storeKeys: StoreKeys,
  state: FormatState,
): Promise<void> {
  if (state === 'bound') {
    await sql`delete from store_format where name = ${rowName}`.execute(trx);
    return;
  }
  const encrypted = storeKeys.encrypt(Buffer.from(state), context).toString('base64url');
  await sql`insert into store_format (name, state) values (${rowName}, ${encrypted})
    on conflict (name) do update set state = excluded.state`.execute(trx);
}
