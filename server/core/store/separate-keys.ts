/**
 * The database of the data keys, if it is not the database of the data. A backup of the data then holds no key: once a
 * key and its own backups are gone, the values of that customer are unreadable in every backup of the data.
 *
 * The first process with such a setting moves the keys. It leaves a trigger in the database of the data that refuses
 * new keys there: a process without the setting must not make a second key for a customer.
 */
import { existsSync } from 'node:fs';
import { type Dialect, Kysely, sql } from 'kysely';
import { StoreNotOpened, StoreNotReady } from '../errors.ts';
import { eraseTraces, overwritingDeleted } from './erase-traces.ts';
import { isPostgres } from './is-postgres.ts';
import { answerWithinMs, postgresDialect } from './postgres.ts';
import { customerKeysTable } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** Where the data keys are: KEYS_DATABASE_URL or KEYS_SQLITE_FILE. */
export type KeysDatabase = { databaseUrl: string } | { sqliteFile: string };

/** The database of the keys cannot be opened. The cause is the error of the database. */
export class KeysUnavailable extends Error {
  readonly setting: string;
  constructor(where: KeysDatabase, cause: unknown) {
    super('the database of the data keys cannot be opened', { cause });
    this.setting = 'databaseUrl' in where ? 'KEYS_DATABASE_URL' : 'KEYS_SQLITE_FILE';
  }
}

const trigger = 'customer_keys_are_elsewhere';

/**
 * Opens the database of the data keys. Creates its table and moves the keys of `db` to it, unless that is done already: a
 * database without the table is then not the one that has the keys.
 * @param mayMove whether to move the keys; otherwise they must be there
 * @returns null if `where` is null
 * @throws KeysUnavailable; StoreNotOpened, StoreNotReady, or Error, each with a sentence for the operator, if the keys were
 *   moved and are not there, or were not moved and must be
 */
export async function openSeparateKeys(
  db: Kysely<Tables>,
  where: KeysDatabase | null,
  mayMove = true,
): Promise<Kysely<Tables> | null> {
  const isMoved = await areElsewhere(db);
  if (where === null) {
    if (isMoved)
      throw new Error(
        'Settings at fault:\n  KEYS_DATABASE_URL or KEYS_SQLITE_FILE is needed: the data keys of this database are in another one',
      );
    return null;
  }
  const mustBeThere = isMoved || !mayMove;
  if (mustBeThere && 'sqliteFile' in where && !existsSync(where.sqliteFile))
    throw isMoved
      ? new StoreNotOpened(
          'The data keys of this database were moved to a file, and the file of KEYS_SQLITE_FILE does not exist: check the path, or restore the file.',
        )
      : notMoved();
  const keys = open(where);
  try {
    if (isMoved) await keys.selectFrom('customer_keys').select('customer_id').limit(1).execute();
    // Says whether it can be reached.
    else if (!mayMove) await sql`select 1`.execute(keys);
    else {
      await sql.raw(customerKeysTable).execute(keys);
      await overwritingDeleted(db, () => db.transaction().execute((trx) => move(trx, keys)));
      await eraseTraces(db);
    }
  } catch (cause) {
    await keys.destroy();
    throw new KeysUnavailable(where, cause);
  }
  if (isMoved || mayMove) return keys;
  await keys.destroy();
  throw notMoved();
}

const notMoved = () =>
  new StoreNotReady(
    'The data keys are not in the database of KEYS_DATABASE_URL or KEYS_SQLITE_FILE. A server with this setting moves them as it starts.',
  );

/** @throws KeysUnavailable if the file cannot be opened */
function open(where: KeysDatabase): Kysely<Tables> {
  try {
    return new Kysely<Tables>({ dialect: dialectOf(where) });
  } catch (cause) {
    throw new KeysUnavailable(where, cause);
  }
}

const dialectOf = (where: KeysDatabase): Dialect =>
  'databaseUrl' in where
    ? postgresDialect(where.databaseUrl, answerWithinMs)
    : sqliteDialect(where.sqliteFile);

async function areElsewhere(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await (isPostgres(db)
    ? sql`select 1 from pg_trigger where tgname = ${trigger} and tgrelid = 'customer_keys'::regclass`
    : sql`select 1 from sqlite_master where type = 'trigger' and name = ${trigger}`
  ).execute(db);
  return rows.length > 0;
}

/** Copies every key and commits the copies before it deletes the originals: after a crash it begins again. */
async function move(trx: Kysely<Tables>, keys: Kysely<Tables>): Promise<void> {
  // A transaction of SQLite holds the write lock from its beginning (sqlite.ts).
  if (isPostgres(trx)) await sql`lock table customer_keys in exclusive mode`.execute(trx);
  const rows = await trx.selectFrom('customer_keys').selectAll().execute();
  for (const row of rows) {
    await keys
      .insertInto('customer_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { wrapped_key: moved } = await keys
      .selectFrom('customer_keys')
      .select('wrapped_key')
      .where('customer_id', '=', row.customer_id)
      .executeTakeFirstOrThrow();
    if (moved !== row.wrapped_key) throw new Error('the database of the data keys belongs to other data');
  }
  await trx.deleteFrom('customer_keys').execute();
  for (const text of isPostgres(trx) ? onPostgres : onSqlite) await sql.raw(text).execute(trx);
}

const refusal = 'the data keys are in another database';
const onSqlite = [
  `create trigger if not exists ${trigger} before insert on customer_keys
    begin select raise(abort, '${refusal}'); end`,
];
const onPostgres = [
  `create or replace function dx_${trigger}() returns trigger language plpgsql as
    $$ begin raise exception '${refusal}'; end $$`,
  `create or replace trigger ${trigger} before insert on customer_keys
    for each row execute function dx_${trigger}()`,
];
