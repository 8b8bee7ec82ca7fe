/**
 * Rotates the store keys: wraps every data key under the first of them. Safe while servers run: a key is replaced only
 * if it is still the key that was read.
 */
import { wrapContext } from './customer-keys.ts';
import type { Encryption } from './encryption.ts';
import type { Store } from './store.ts';
import { kidOf } from './store-keys.ts';
import type { CustomerKeyRow } from './tables.ts';

/** The result of a rotation. */
export interface Resealed {
  /** How many data keys were wrapped again. */
  resealed: number;
  /** How many are still under another key, by that key's id; also keys that are not configured. */
  remaining: Map<string, number>;
}

const keysAtOnce = 200;
/** A server that still encrypts under another key would make the passes endless. */
const passesAtMost = 5;

/**
 * Wraps every data key under the first store key. Repeats until a pass finds nothing to do, at most five times.
 * @throws Error if a key under a configured key cannot be decrypted
 */
export async function reseal(store: Store, encryption: Encryption): Promise<Resealed> {
  let resealed = 0;
  for (let passes = 1; ; passes += 1) {
    const done = await rewrapAll(store, encryption);
    resealed += done.resealed;
    if (done.isSettled || passes === passesAtMost) return { resealed, remaining: done.remaining };
  }
}

/** One pass. `isSettled`: no data key was under another configured key. */
async function rewrapAll(
  store: Store,
  { storeKeys }: Encryption,
): Promise<Resealed & { isSettled: boolean }> {
  const db = store.separateKeys ?? store.db;
  const remaining = new Map<string, number>();
  let resealed = 0;
  let isSettled = true;
  for (let last: CustomerKeyRow | undefined; ; ) {
    const page = db.selectFrom('customer_keys').selectAll().orderBy('customer_id').limit(keysAtOnce);
    const rows = await (last ? page.where('customer_id', '>', last.customer_id) : page).execute();
    for (const { customer_id: customerId, wrapped_key: old } of rows) {
      const kid = kidOf(Buffer.from(old, 'base64url'));
      if (kid === storeKeys.kid) continue;
      const isOurs = storeKeys.hasKey(kid);
      if (isOurs) isSettled = false;
      if (isOurs && (await rewrap(customerId, old))) resealed += 1;
      else remaining.set(kid, (remaining.get(kid) ?? 0) + 1);
    }
    if (rows.length < keysAtOnce) return { resealed, remaining, isSettled };
    last = rows.at(-1);
  }

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
