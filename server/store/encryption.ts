/**
 * Encrypts values for their place: each under the data key of its customer, bound to its table, column, primary key and
 * customer. A value that was moved anywhere else cannot be decrypted there.
 *
 * Until a database of an earlier version is converted (store-format.ts), values of the earlier format are read as well:
 * these are under a store key and not bound to anything.
 */
import type { JWK } from 'jose';
import type { Kysely } from 'kysely';
import { decryptBytes, encryptBytes } from './aes-gcm.ts';
import { type CustomerKeys, createCustomerKeys } from './customer-keys.ts';
import type { EncryptedTableName } from './encrypted-columns.ts';
import { findCustomer } from './encrypted-columns.ts';
import type { Store } from './store.ts';
import { createStoreFormat } from './store-format.ts';
import { createStoreKeys, type StoreKeys } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** The place of a value in the database. */
export interface Place {
  table: EncryptedTableName;
  column: string;
  /** The values of the primary key, in the order of its columns. */
  key: readonly (string | number)[];
  /** `ofServer` if the value belongs to no customer; null in a row of an earlier version, which does not name one. */
  customerId: string | null;
}

/** The encryption of all values in the database. */
export interface Encryption {
  storeKeys: StoreKeys;
  customerKeys: CustomerKeys;
  /**
   * Encrypts bytes. Makes the customer's data key if this is their first value (`CustomerKeys.forWriting`).
   * @param version of what the bytes hold, from 1 to 255; in clear before the ciphertext, and authentic. The earlier
   *   format has none and is read as version 1
   */
  encryptBytes(trx: Kysely<Tables>, place: Place, bytes: Uint8Array, version: number): Promise<Buffer>;
  /**
   * Decrypts bytes.
   * @throws Unreadable if they were not encrypted for this place, or the customer's data key is deleted; Error if the
   *   store keys do not decrypt the data key or a value of the earlier format
   */
  decryptBytes(
    db: Kysely<Tables>,
    place: Place,
    encrypted: Uint8Array,
  ): Promise<{ bytes: Buffer; version: number }>;
  /**
   * Runs `work`, which encrypts for one customer and writes with one statement. It gets a transaction only if the
   * customer may need a data key, or this process does not yet know the format of new values.
   */
  writeOnce<T>(store: Store, customerId: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Whether unbound values are still read, because the database is not converted yet. */
  readsUnbound(db: Kysely<Tables>): Promise<boolean>;
  /** Whether this transaction writes bound values. */
  writesBound(trx: Kysely<Tables>): Promise<boolean>;
  /** Forgets all keys and values in memory, because a data key was deleted. */
  forget(): void;
  /** Calls `callback` at each `forget`. */
  onForget(callback: () => void): void;
}

/**
 * A stored value that cannot be used: moved, changed, of another format or of another shape. The error contains no
 * value.
 */
export class Unreadable extends Error {
  /** @param reason why, without data */
  constructor({ table, column }: Pick<Place, 'table' | 'column'>, reason: string, options?: ErrorOptions) {
    super(`${table}.${column} cannot be read: ${reason}`, options);
    this.name = 'Unreadable';
  }
}

/** The first byte of a bound value. In the earlier format it is the length of a kid, which is never 0. */
const boundMark = 0;
/** The mark and the version. */
const headBytes = 2;
/** The version of values in the earlier format: the first of each column. */
const firstVersion = 1;

/** Whether an encrypted value is bound to its place, by its first byte. */
export const isBound = (encrypted: Uint8Array) => encrypted[0] === boundMark;

/**
 * Creates the encryption of all values. Its `decryptBytes` throws Unreadable, or Error for a data key or a value of the
 * earlier format that no store key decrypts.
 * @param keys STORE_KEYS; the first one encrypts
 * @param separateKeys the database of the data keys (`Store.separateKeys`). @default that of the data
 * @throws Error if there is no key, or the first has no usable kid
 */
export function createEncryption(
  keys: readonly JWK[],
  separateKeys: Kysely<Tables> | null = null,
): Encryption {
  const storeKeys = createStoreKeys(keys);
  const format = createStoreFormat(storeKeys);
  const customerKeys = createCustomerKeys(storeKeys, separateKeys);
  const forgetting: (() => void)[] = [customerKeys.forget];

  return {
    storeKeys,
    customerKeys,
    writesBound: format.writesBound,
    readsUnbound: format.readsUnbound,
    onForget: (callback) => void forgetting.push(callback),
    forget() {
      for (const callback of forgetting) callback();
    },

    async encryptBytes(trx, place, bytes, version) {
      if (!(await format.writesBound(trx))) return storeKeys.encrypt(bytes);
      const customerId = await customerOf(trx, place);
      const secret = await customerKeys.forWriting(trx, customerId);
      return encryptBytes(secret, Buffer.of(boundMark, version), contextOf(place, customerId), bytes);
    },

    async decryptBytes(db, place, encrypted) {
      const whole = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      if (!isBound(whole)) {
        if (!(await format.readsUnbound(db)))
          throw new Unreadable(place, 'it has a format that is no longer used');
        return { bytes: storeKeys.decrypt(whole), version: firstVersion };
      }
      const customerId = await customerOf(db, place);
      const secret = await customerKeys.forReading(db, customerId);
      if (!secret) throw new Unreadable(place, 'its customer has no data key');
      try {
        const bytes = decryptBytes(secret, headBytes, contextOf(place, customerId), whole);
        return { bytes, version: whole[1] ?? 0 };
      } catch (cause) {
        throw new Unreadable(place, 'it was changed, or encrypted for another place', { cause });
      }
    },

    writeOnce: (store, customerId, work) =>
      format.isDecided() && customerKeys.has(customerId) ? work(store.db) : store.transaction(work),
  };
}

const customerOf = async (db: Kysely<Tables>, { table, key, customerId }: Place) =>
  customerId ?? findCustomer(db, table, key);

const contextOf = ({ table, column, key }: Place, customerId: string) =>
  Buffer.from(JSON.stringify([table, column, ...key, customerId]));
