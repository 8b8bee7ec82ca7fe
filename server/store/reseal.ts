/**
 * Rotates the store keys: wraps every data key under the first of them. A database of an earlier version is converted
 * before (convert.ts). Safe while servers run: a key is replaced only if it is still the key that was read.
 */
import { sql } from 'kysely';
import { convert } from './convert.ts';
import { wrapContext } from './customer-keys.ts';
import type { Encryption } from './encryption.ts';
import { pagesInOrder } from './pages-in-order.ts';
import { type Pass, type Resealed, repeat } from './passes.ts';
import type { Store } from './store.ts';
import { readFormat } from './store-format.ts';
import { kidOf, type StoreKeys } from './store-keys.ts';

/**
 * Converts a database of an earlier version, then wraps every data key under the first store key. Yields after each
 * table.
 * @throws Error if a value under a configured key, or the state of the conversion, cannot be decrypted
 */
export async function* reseal(store: Store, encryption: Encryption): AsyncGenerator<Resealed> {
  const { storeKeys } = encryption;
  const state = await readFormat(store.db, storeKeys);
  if (state !== 'bound') yield* convert(store, encryption, state);
  yield await repeat('customer_keys', () => rewrapKeys(store, storeKeys));
}

async function rewrapKeys(store: Store, storeKeys: StoreKeys): Promise<Pass> {
  const db = store.separateKeys ?? store.db;
  const remaining = new Map<string, number>();
  let resealed = 0;
  let isSettled = true;
  for await (const rows of pagesInOrder(db, 'customer_keys', ['customer_id'], [sql`wrapped_key`]))
    for (const { customer_id: customerId, wrapped_key: old } of rows) {
      const wrapped = Buffer.from(`${old}`, 'base64url');
      const kid = kidOf(wrapped);
      if (kid === storeKeys.kid) continue;
      const isOurs = storeKeys.hasKey(kid);
      if (isOurs) isSettled = false;
      if (isOurs && (await rewrap(`${customerId}`, `${old}`))) resealed += 1;
      else remaining.set(kid, (remaining.get(kid) ?? 0) + 1);
    }
  return { resealed, remaining, isSettled };

  /** @returns false if the key was changed meanwhile */
  async function rewrap(customerId: string, old: string): Promise<boolean> {
    const context = wrapContext(customerId);
    const key = storeKeys.decrypt(Buffer.from(old, 'base64url'), context);
    const done = await db
      .updateTable('customer_keys')
      .set({ wrapped_key: storeKeys.encrypt(key, context).toString('base64url') })
      .where('customer_id', '=', customerId)
      .where('wrapped_key', '=', old)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  }
}
