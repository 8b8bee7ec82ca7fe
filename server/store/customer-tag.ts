/** Names of customers in messages between processes (NOTIFY), which everyone with access to the database can read. */
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { StoreUnavailable } from '../errors.ts';
import { type CustomerKeys, ofServer } from './customer-keys.ts';
import type { Store } from './store.ts';

/**
 * Creates the tags of customers: HMAC-SHA-256 of the id, under a key that is derived from the server's data key. The tag
 * of a customer is the same at every process of the database. Without the key nobody can compute it or check a guess.
 * @throws StoreUnavailable
 * @throws Error if the store keys do not decrypt the server's data key
 */
export async function createCustomerTag(
  keys: Pick<CustomerKeys, 'forWriting'>,
  store: Store,
): Promise<(customerId: string) => string> {
  const dataKey = await store
    .transaction((trx) => keys.forWriting(trx, ofServer))
    .catch((cause) => {
      if (cause instanceof StoreUnavailable) throw cause;
      throw new Error('STORE_KEYS lacks the key of this database. Add the key that encrypted it.', { cause });
    });
  const key = createSecretKey(
    Buffer.from(hkdfSync('sha256', dataKey, new Uint8Array(), 'dx-booking customer tag 1', 32)),
  );
  return (customerId) => createHmac('sha256', key).update(customerId).digest('base64url');
}
