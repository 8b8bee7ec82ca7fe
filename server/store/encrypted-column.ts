/** One encrypted column as typed values: each has a schema, and a version from which an earlier value is upgraded. */
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import {
  type EncryptedColumnOf,
  type EncryptedTableName,
  encryptedTables,
  type KeyOf,
  type RowPlace,
} from './encrypted-columns.ts';
import { type Encryption, type Place, Unreadable } from './encryption.ts';
import { paddedJson } from './padding.ts';
import type { Tables } from './tables.ts';

/** The definition of an encrypted column. */
export interface ColumnDefinition<N extends EncryptedTableName, T> {
  table: N;
  column: EncryptedColumnOf<N>;
  /**
   * The schema of the latest version. Objects are loose: a later version may add keys, which this version keeps
   * unchanged.
   */
  schema: z.ZodType<T>;
  /**
   * Each function converts a value of one version to the next: the first one version 1 to version 2. Empty with only
   * one version. A release writes a version only if the release before it reads that version.
   */
  upgrades?: readonly ((earlier: unknown) => unknown)[];
  /** The padded plaintext is never smaller (padding.ts). @default 0 */
  leastBytes?: number;
  /** Each text, number, boolean and null counts as a whole multiple of it (padding.ts). @default 48 */
  scalarBytes?: number;
  /**
   * Whether the last values that this process encrypted or decrypted stay in memory for a minute, so that it need not
   * decrypt and check them again. They are shared, so nobody may change one. @default false
   */
  isCached?: boolean;
}

const cachedValues = 250;
/** As long as data keys (customer-keys.ts): without its key a value is unreadable after a minute. */
const cachedMs = 60_000;

/** Encrypts and decrypts the values of one column. */
export interface EncryptedColumn<N extends EncryptedTableName, T> {
  /**
   * Encrypts a value for this row only. Makes the data key of its customer if there is none.
   * @returns the text for the column
   */
  encrypt(trx: Kysely<Tables>, row: RowPlace<N>, value: T): Promise<string>;
  /**
   * Decrypts a value of this row.
   * @throws Unreadable if the text belongs to another place, its customer has no data key, or its value does not fit
   *   the schema; Error if the store keys do not decrypt it
   */
  decrypt(db: Kysely<Tables>, row: RowPlace<N>, text: string): Promise<T>;
}

/** Creates the typed access to one encrypted column. Its `decrypt` throws Unreadable. */
export function createEncryptedColumn<N extends EncryptedTableName, T>(
  encryption: Encryption,
  definition: ColumnDefinition<N, T>,
): EncryptedColumn<N, T> {
  const { table, column, schema, upgrades = [], leastBytes, scalarBytes, isCached = false } = definition;
  const latest = upgrades.length + 1;

  function parsed(stored: unknown, version: number): T {
    if (version > latest) throw new Unreadable(definition, `a later release wrote it, as version ${version}`);
    const value = upgrades.slice(version - 1).reduce((earlier, upgrade) => upgrade(earlier), stored);
    const result = schema.safeParse(value);
    if (!result.success) throw new Unreadable(definition, `what it holds is not of version ${latest}`);
    return result.data;
  }

  /** The latest value of each row, with the text that it was encrypted to. */
  const cache = isCached
    ? new LRUCache<string, { text: string; value: T }>({ max: cachedValues, ttl: cachedMs })
    : null;
  if (cache) encryption.onForget(() => cache.clear());
  const nameOf = ({ key, customerId }: Place) => JSON.stringify([...key, customerId]);

  return {
    async encrypt(trx, row, value) {
      const place = placeOf(table, column, row);
      const bytes = paddedJson(value, leastBytes, scalarBytes);
      const text = (await encryption.encryptBytes(trx, place, bytes, latest)).toString('base64url');
      cache?.set(nameOf(place), { text, value });
      return text;
    },
    async decrypt(db, row, text) {
      const place = placeOf(table, column, row);
      const cached = cache?.get(nameOf(place));
      // Only this text at this place was encrypted from this value.
      if (cached?.text === text) return cached.value;
      const { bytes, version } = await encryption.decryptBytes(db, place, Buffer.from(text, 'base64url'));
      const value = parsed(JSON.parse(bytes.toString()), version);
      cache?.set(nameOf(place), { text, value });
      return value;
    },
  };
}

/** Makes the place of a value in a row. */
export const placeOf = <N extends EncryptedTableName>(
  table: N,
  column: EncryptedColumnOf<N>,
  row: RowPlace<N>,
): Place => ({
  table,
  column,
  key: encryptedTables[table].key.map((name) => row[name as KeyOf<N>] as string | number),
  customerId: row.customer_id,
});
