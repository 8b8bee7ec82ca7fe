/** Reads encrypted columns as the server does. */
import type { Kysely } from 'kysely';
import { type EncryptedTableName, encryptedTables } from '../../server/store/encrypted-columns.ts';
import type { Encryption } from '../../server/store/encryption.ts';
import type { Tables } from '../../server/store/tables.ts';

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
    customerId: (values.customer_id ?? null) as string | null,
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
