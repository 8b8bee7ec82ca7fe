/**
 * Data keys: one for each customer, and one for values that belong to no customer. Each is a row of `customer_keys`,
 * wrapped by the first of the store keys. Deleting the row makes the customer's values unreadable, in running processes
 * after a minute at most.
 *
 * The table may be in a database of its own (separate-keys.ts), so that a backup of the data holds no key. A key is
 * then committed before the transaction that first uses it. If that is rolled back, the next value uses the key.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { afterCommit } from './store.ts';
import type { StoreKeys } from './store-keys.ts';
import type { Tables } from './tables.ts';

/** The customer id of values that belong to the server itself. No user has an empty id. */
export const ofServer = '';

/** The data keys of all customers. */
export interface CustomerKeys {
  /** Whether the customer's key is in memory, so that `forWriting` runs no statement. */
  has(customerId: string): boolean;
  /**
   * The customer's key. If there is none, it makes one in the caller's transaction, or in the keys' own database.
   * @param trx from `Store.transaction`, or `Store.db`
   * @throws Error if the store keys do not decrypt it
   */
  forWriting(trx: Kysely<Tables>, customerId: string): Promise<KeyObject>;
  /** The customer's key; null if there is none. @throws Error if the store keys do not decrypt it */
  forReading(db: Kysely<Tables>, customerId: string): Promise<KeyObject | null>;
  /** Deletes the customer's key, and forgets all keys in this process's memory. @returns false if there was none */
  remove(db: Kysely<Tables>, customerId: string): Promise<boolean>;
  /** Forgets all keys in this process's memory, because one of them was deleted. */
  forget(): void;
}

const keyBytes = 32;
const cachedKeys = 10_000;
const cachedMs = 60_000;
/** The context of a wrapped key: its table, its column and its customer. */
export const wrapContext = (customerId: string) =>
  JSON.stringify(['customer_keys', 'wrapped_key', customerId]);

/**
 * Creates the data keys of all customers, with a cache in memory.
 * @param storeKeys encrypt the data keys
 * @param separate the database of the keys. @default the database of the data
 * @param now milliseconds since the epoch. @default Date.now
 */
export function createCustomerKeys(
  storeKeys: StoreKeys,
  separate: Kysely<Tables> | null = null,
  now: () => number = Date.now,
): CustomerKeys {
  const cache = new LRUCache<string, KeyObject>({ max: cachedKeys, ttl: cachedMs });
  /** Keys made in transactions that have not committed. */
  const made = new WeakMap<Kysely<Tables>, Map<string, KeyObject>>();

  async function stored(db: Kysely<Tables>, customerId: string): Promise<KeyObject | null> {
    const row = await (separate ?? db)
      .selectFrom('customer_keys')
      .select('wrapped_key')
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (!row) return null;
    const bytes = storeKeys.decrypt(Buffer.from(row.wrapped_key, 'base64url'), wrapContext(customerId));
    const key = createSecretKey(bytes);
    cache.set(customerId, key);
    return key;
  }

  /** Inserts a new key; null if the customer has one. */
  async function make(trx: Kysely<Tables>, customerId: string): Promise<KeyObject | null> {
    const bytes = randomBytes(keyBytes);
    const wrapped = storeKeys.encrypt(bytes, wrapContext(customerId)).toString('base64url');
    const row = { customer_id: customerId, wrapped_key: wrapped, created_at: now() };
    const inserted = await (separate ?? trx)
      .insertInto('customer_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows !== 1n) return null;
    const key = createSecretKey(bytes);
    // Kept for other transactions only once it is committed: nothing may be encrypted under a key that was rolled back.
    if (trx.isTransaction && !separate) {
      made.set(trx, (made.get(trx) ?? new Map()).set(customerId, key));
      afterCommit(trx, () => cache.set(customerId, key));
    } else cache.set(customerId, key);
    return key;
  }

  return {
    has: (customerId) => cache.has(customerId),
    async forWriting(trx, customerId) {
      const inHand = cache.get(customerId) ?? made.get(trx)?.get(customerId);
      const key = inHand ?? (await make(trx, customerId)) ?? (await stored(trx, customerId));
      if (!key) throw new Error('the data key of a customer was deleted while it was used');
      return key;
    },
    forReading: async (db, customerId) =>
      cache.get(customerId) ?? made.get(db)?.get(customerId) ?? stored(db, customerId),
    async remove(db, customerId) {
      const deleted = await (separate ?? db)
        .deleteFrom('customer_keys')
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      cache.clear();
      return deleted.numDeletedRows > 0n;
    },
    forget: () => cache.clear(),
  };
}
