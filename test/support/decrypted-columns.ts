/** Reads encrypted columns as the server does. */
import { type Kysely, sql } from 'kysely';
import { readConfig } from '../../server/config/config.ts';
import { ofServer } from '../../server/core/store/customer-keys.ts';
import { type EncryptedTableName, encryptedTables } from '../../server/core/store/encrypted-columns.ts';
import { createEncryption, type Encryption } from '../../server/core/store/encryption.ts';
import type { Tables } from '../../server/core/store/tables.ts';
import { openTestStore } from './test-stores.ts';

/** All tables with encrypted values. */
export const encryptedTableNames = Object.keys(encryptedTables) as EncryptedTableName[];

/** Finds the customer of a row; `ofServer` if it has none. */
export async function customerOf(
  db: Kysely<Tables>,
  table: EncryptedTableName,
  row: object,
): Promise<string> {
  const { customer_id: customerId, journey_id: journeyId } = row as Record<string, string>;
  if (table !== 'drafts' || journeyId === undefined) return customerId ?? ofServer;
  const journey = db.selectFrom('journeys').select('customer_id').where('id', '=', journeyId);
  return (await journey.executeTakeFirstOrThrow()).customer_id;
}

/**
 * Decrypts one column of a row.
 * @param row with the table's key and `customer_id`
 * @throws Unreadable if the value was encrypted for another place
 */
export async function decryptedBytes(
  db: Kysely<Tables>,
  encryption: Encryption,
  table: EncryptedTableName,
  column: string,
  row: object,
): Promise<Buffer> {
  const values = row as Record<string, string | number | Uint8Array | null>;
  const { key, holds } = encryptedTables[table];
  const stored = values[column] ?? '';
  const place = {
    table,
    column,
    key: key.map((name) => values[name] as string),
    customerId: await customerOf(db, table, row),
  };
  const bytes = holds === 'bytes' ? (stored as Uint8Array) : Buffer.from(`${stored}`, 'base64url');
  return (await encryption.decryptBytes(db, place, bytes)).bytes;
}

/**
 * Decrypts a column of a row as JSON.
 * @throws Unreadable if the value was encrypted for another place
 */
export const decrypted = async <T>(...where: Parameters<typeof decryptedBytes>): Promise<T> =>
  JSON.parse((await decryptedBytes(...where)).toString()) as T;

/**
 * Decrypts all values in the database of a server, to search them. The end of the test closes the database.
 * @param env the settings of a server with SQLite
 * @throws Error if there is no value
 */
export async function decryptedDatabase(env: NodeJS.ProcessEnv): Promise<string> {
  const { db } = await openTestStore({ sqliteFile: `${env.SQLITE_FILE}` });
  const encryption = createEncryption(readConfig(env).STORE_KEYS);
  const values: string[] = [];
  for (const table of encryptedTableNames) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    for (const row of rows)
      for (const column of encryptedTables[table].columns)
        if (row[column] !== null)
          values.push((await decryptedBytes(db, encryption, table, column, row)).toString());
  }
  if (values.length === 0) throw new Error('there is no encrypted value');
  return values.join('\n');
}
