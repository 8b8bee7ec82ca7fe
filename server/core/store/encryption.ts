/**
 * Encrypts values for their place: each under the data key of its customer, bound to its table, column, primary key and
 * customer. A value that was moved anywhere else cannot be decrypted there.
 */
import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { Kysely } from 'kysely';
import { decryptBytes, encryptBytes } from './aes-gcm.ts';
import { type CustomerKeys, createCustomerKeys } from './customer-keys.ts';
import type { EncryptedTableName } from './encrypted-columns.ts';
import type { Store } from './store.ts';
import { createStoreKeys, type StoreKeys } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** The place of a value in the database. */
export interface Place {
  table: EncryptedTableName;
  column: string;
  /** The values of the primary key, in the order of its columns. */
  key: readonly (string | number)[];
  /** `ofServer` if the value belongs to no customer. */
  customerId: string;
}

/** The encryption of all values in the database. */
export interface Encryption {
  storeKeys: StoreKeys;
  customerKeys: CustomerKeys;
  /**
   * Encrypts bytes. Makes the customer's data key if this is their first value (`CustomerKeys.forWriting`).
   * @param version of what the bytes hold, from 1 to 255; in clear before the ciphertext, and authentic
   */
  encryptBytes(trx: Kysely<Tables>, place: Place, bytes: Uint8Array, version: number): Promise<Buffer>;
  /**
   * Encrypts bytes of a customer who has values already, as `encryptBytes` does, and makes no data key.
   * @returns null if the data key is deleted
   */
  encryptMore(db: Kysely<Tables>, place: Place, bytes: Uint8Array, version: number): Promise<Buffer | null>;
  /**
   * Decrypts bytes.
   * @throws Unreadable if they were not encrypted for this place, or the customer's data key is deleted; Error if the
   *   store keys do not decrypt the data key
   */
  decryptBytes(
    db: Kysely<Tables>,
    place: Place,
    encrypted: Uint8Array,
  ): Promise<{ bytes: Buffer; version: number }>;
  /**
   * Runs `work`, which encrypts for one customer and writes with one statement. It gets a transaction only if the
   * customer may need a data key.
   */
  writeOnce<T>(store: Store, customerId: string, work: (db: Kysely<Tables>) => Promise<T>): Promise<T>;
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
  }
}

/** A value that was decrypted and that this release cannot use: it has another version or another shape. */
export class InvalidValue extends Unreadable {
  readonly column: string;
  /** The names of the fields at fault, at most five. */
  readonly fields: string;

  /** @param reason why, without data. @param fields the names of the fields at fault. @default none */
  constructor(place: Pick<Place, 'table' | 'column'>, reason: string, fields: readonly string[] = []) {
    super(place, reason);
    this.column = place.column;
    this.fields = fields.slice(0, 5).join(' ');
  }
}

/** The first byte of a bound value. */
const boundMark = 0;
/** The mark and the version. */
const headBytes = 2;

/** Whether an encrypted value is bound to its place, by its first byte. */
export const isBound = (encrypted: Uint8Array) => encrypted[0] === boundMark;

/**
 * Creates the encryption of all values. Its `decryptBytes` throws Unreadable, or Error for a data key that no store key
 * decrypts.
 * @param keys STORE_KEYS; the first one encrypts
 * @param separateKeys the database of the data keys (`Store.separateKeys`). @default that of the data
 * @param now milliseconds since the epoch. @default Date.now
 * @throws Error if there is no key, or the first has no usable kid
 */
export function createEncryption(
  keys: readonly JWK[],
  separateKeys: Kysely<Tables> | null = null,
  now?: () => number,
): Encryption {
  const storeKeys = createStoreKeys(keys);
  const customerKeys = createCustomerKeys(storeKeys, separateKeys, now);
  const forgetting: (() => void)[] = [customerKeys.forget];

  const encryptUnder = (secret: KeyObject, place: Place, bytes: Uint8Array, version: number) =>
    encryptBytes(secret, Buffer.of(boundMark, version), contextOf(place), bytes);

  return {
    storeKeys,
    customerKeys,
    onForget: (callback) => void forgetting.push(callback),
    forget() {
      for (const callback of forgetting) callback();
    },

    async encryptBytes(trx, place, bytes, version) {
      return encryptUnder(await customerKeys.forWriting(trx, place.customerId), place, bytes, version);
    },

    async encryptMore(db, place, bytes, version) {
      const secret = await customerKeys.forReading(db, place.customerId);
      return secret && encryptUnder(secret, place, bytes, version);
    },

    async decryptBytes(db, place, encrypted) {
      const whole = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      if (!isBound(whole)) throw new Unreadable(place, 'it is not bound to a place');
      const secret = await customerKeys.forReading(db, place.customerId);
      if (!secret) throw new Unreadable(place, 'its customer has no data key');
      try {
        const bytes = decryptBytes(secret, headBytes, contextOf(place), whole);
        return { bytes, version: whole[1] ?? 0 };
      } catch (cause) {
        throw new Unreadable(place, 'it was changed, or encrypted for another place', { cause });
      }
    },

    writeOnce: (store, customerId, work) =>
      customerKeys.has(customerId) ? work(store.db) : store.transaction(work),
  };
}

const contextOf = ({ table, column, key, customerId }: Place) =>
  Buffer.from(JSON.stringify([table, column, ...key, customerId]));
