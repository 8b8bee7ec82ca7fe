/** One encrypted column as typed values: each has a schema, and a version from which a value is upgraded. */
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { jsonOrNull } from '../json.ts';
import {
  type EncryptedColumnOf,
  type EncryptedTableName,
  encryptedTables,
  type KeyOf,
  type RowPlace,
} from './encrypted-columns.ts';
import { type Encryption, InvalidValue, type Place } from './encryption.ts';
import type { Tables } from './tables.ts';

/** The format of the values of an encrypted column. */
export interface ColumnFormat<T> {
  /**
   * The schema of the latest version. Objects are loose: a later version may add keys, which this version keeps
   * unchanged.
   */
  schema: z.ZodType<T>;
  /**
   * Each function converts a value of one version to the next: the first one version 1 to version 2. Empty with only
   * one version. A release writes a version only if the previous release reads it.
   */
  upgrades?: readonly ((earlier: unknown) => unknown)[];
}

/** The definition of an encrypted column. */
export interface ColumnDefinition<N extends EncryptedTableName, T> extends ColumnFormat<T> {
  table: N;
  column: EncryptedColumnOf<N>;
  /** The padded plaintext is never smaller. @default 0 */
  leastBytes?: number;
  /** Each text, number, boolean and null counts as a whole multiple of it. @default 48 */
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
   * Encrypts a value for a row of a customer who has values already, as `encrypt` does, and makes no data key.
   * @returns null if the data key is deleted: the customer was erased
   */
  encryptMore(db: Kysely<Tables>, row: RowPlace<N>, value: T): Promise<string | null>;
  /**
   * Decrypts a value of this row.
   * @throws Unreadable if the text belongs to another place or its customer has no data key; InvalidValue if the value
   *   does not fit the schema; Error if the store keys do not decrypt it
   */
  decrypt(db: Kysely<Tables>, row: RowPlace<N>, text: string): Promise<T>;
}

/** Parses a decrypted value of a version. @throws InvalidValue */
export function parseValue<T>(
  { schema, upgrades = [] }: ColumnFormat<T>,
  place: Pick<Place, 'table' | 'column'>,
  { stored, version }: { stored: unknown; version: number },
): T {
  const latest = upgrades.length + 1;
  if (version > latest) throw new InvalidValue(place, `a later release wrote it, as version ${version}`);
  const value = upgrades.slice(version - 1).reduce((earlier, upgrade) => upgrade(earlier), stored);
  const result = schema.safeParse(value);
  if (!result.success)
    throw new InvalidValue(
      place,
      `what it holds is not of version ${latest}`,
      result.error.issues.map(({ path }) => path.join('.')),
    );
  return result.data;
}

/** Creates the typed access to one encrypted column. Its `decrypt` throws Unreadable. */
export function createEncryptedColumn<N extends EncryptedTableName, T>(
  encryption: Encryption,
  definition: ColumnDefinition<N, T>,
): EncryptedColumn<N, T> {
  const { table, column, upgrades = [], leastBytes, scalarBytes, isCached = false } = definition;
  const latest = upgrades.length + 1;

  /** The latest value of each row, with the text that it was encrypted to. */
  const cache = isCached
    ? new LRUCache<string, { text: string; value: T }>({ max: cachedValues, ttl: cachedMs })
    : null;
  if (cache) encryption.onForget(() => cache.clear());
  const nameOf = ({ key, customerId }: Place) => JSON.stringify([...key, customerId]);

  async function encryptBy(
    encryptBytes: Encryption['encryptMore'],
    [db, row, value]: [Kysely<Tables>, RowPlace<N>, T],
  ): Promise<string | null> {
    const place = placeOf(table, column, row);
    const bytes = await encryptBytes(db, place, paddedJson(value, leastBytes, scalarBytes), latest);
    if (bytes === null) return null;
    const text = bytes.toString('base64url');
    cache?.set(nameOf(place), { text, value });
    return text;
  }

  return {
    encrypt: (...given) => encryptBy(encryption.encryptBytes, given) as Promise<string>,
    encryptMore: (...given) => encryptBy(encryption.encryptMore, given),
    async decrypt(db, row, text) {
      const place = placeOf(table, column, row);
      const cached = cache?.get(nameOf(place));
      // Only this text at this place was encrypted from this value.
      if (cached?.text === text) return cached.value;
      const { bytes, version } = await encryption.decryptBytes(db, place, Buffer.from(text, 'base64url'));
      const value = parseValue(definition, place, { stored: JSON.parse(bytes.toString()), version });
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

/** Ids, times and outcome codes take less. */
const usualScalarBytes = 48;
/** The padded length is a whole multiple of this. */
const stepBytes = 1024;

/**
 * Serializes a value to JSON and pads it with spaces, to hide its length. AES-GCM keeps the length of its plaintext, and
 * a questionnaire of yes and no answers would show the number of each. JSON allows spaces at its end, so every reader
 * accepts the padded text.
 *
 * The length depends on the structure of the value and, in steps of `scalarBytes`, on the length of its texts. Two
 * values with the same keys whose texts, numbers and booleans each take at most that many bytes always have the same
 * length. Of longer texts, quotes and letters that are not ASCII can show, in steps of a kilobyte.
 *
 * @param value any JSON value; a string that holds a JSON object is measured as that object
 * @param leastBytes the padded length is never smaller. @default 0
 * @param scalarBytes every text, number, boolean and null counts as a whole multiple of it. @default 48
 * @returns the bytes of the padded JSON text, in UTF-8
 */
export function paddedJson(value: unknown, leastBytes = 0, scalarBytes = usualScalarBytes): Buffer {
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  const measured = Math.max(bytes, leastBytes, measure(value, scalarBytes));
  const padded = Buffer.alloc(roundUp(measured, stepBytes), ' ');
  padded.write(text);
  return padded;
}

const roundUp = (bytes: number, step: number) => Math.ceil(bytes / step) * step;

function measure(value: unknown, scalarBytes: number): number {
  const inner = typeof value === 'string' && value.startsWith('{') ? jsonOrNull(value) : null;
  return inner === null ? sizeOf(value, 1, scalarBytes) : sizeOf(inner, 2, scalarBytes);
}

/** @param quoteBytes how many bytes a quote takes: 2 inside a JSON text that is itself a string */
function sizeOf(value: unknown, quoteBytes: number, scalarBytes: number): number {
  if (typeof value === 'string') return roundUp(value.length + 2 * quoteBytes, scalarBytes);
  if (typeof value !== 'object' || value === null) return scalarBytes;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += sizeOf(item, quoteBytes, scalarBytes) + 1;
    return bytes;
  }
  for (const [key, item] of Object.entries(value))
    if (item !== undefined)
      bytes += Buffer.byteLength(key) + 2 * quoteBytes + 2 + sizeOf(item, quoteBytes, scalarBytes);
  return bytes;
}
