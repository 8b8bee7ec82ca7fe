/** One encrypted column as typed values: each has a schema, and a version from which an earlier value is upgraded. */
import type { Kysely } from 'kysely';
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
}

/** Encrypts and decrypts the values of one column. */
export interface EncryptedColumn<N extends EncryptedTableName, T> {
  /** Encrypts a value for this row only. @returns the text for the column */
  encrypt(trx: Kysely<Tables>, row: RowPlace<N>, value: T): Promise<string>;
  /**
   * Decrypts a value of this row.
   * @throws Unreadable if the text belongs to another place, or its value does not fit the schema
   */
  decrypt(db: Kysely<Tables>, row: RowPlace<N>, text: string): Promise<T>;
}

/** Creates the typed access to one encrypted column. Its `decrypt` throws Unreadable. */
export function createEncryptedColumn<N extends EncryptedTableName, T>(
  encryption: Encryption,
  definition: ColumnDefinition<N, T>,
): EncryptedColumn<N, T> {
  const { table, column, schema, upgrades = [], leastBytes = 0 } = definition;
  const latest = upgrades.length + 1;

  function parsed(stored: unknown, version: number): T {
    if (version > latest) throw new Unreadable(definition, `a later release wrote it, as version ${version}`);
    const value = upgrades.slice(version - 1).reduce((earlier, upgrade) => upgrade(earlier), stored);
    const result = schema.safeParse(value);
    if (!result.success) throw new Unreadable(definition, `what it holds is not of version ${latest}`);
    return result.data;
  }

  return {
    async encrypt(trx, row, value) {
      const bytes = paddedJson(value, leastBytes);
      return (await encryption.encryptBytes(trx, placeOf(table, column, row), bytes, latest)).toString(
        'base64url',
      );
    },
    async decrypt(db, row, text) {
      const encrypted = Buffer.from(text, 'base64url');
      const { bytes, version } = await encryption.decryptBytes(db, placeOf(table, column, row), encrypted);
      return parsed(JSON.parse(bytes.toString()), version);
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
