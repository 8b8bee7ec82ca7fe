/** The hashes that name customers in messages between processes, in erasures and in the access log. */
import { expect, it } from 'vitest';
import { createEncryption } from '../../server/store/encryption.ts';
import { openServerKeys } from '../../server/store/server-keys.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';

it.each(storeKinds)(
  'are the same at every process of a database on %s, and need the keys of the database',
  async (kind) => {
    const store = await newTestStore(kind);
    const key = newStoreKey('first');
    const keysBy = (...keys: (typeof key)[]) => openServerKeys(createEncryption(keys).customerKeys, store);
    const [one, other] = [await keysBy(key), await keysBy(newStoreKey('next'), key)];
    for (const name of ['tagOf', 'pseudonymOf'] as const) {
      expect(one[name]('customer-7')).toBe(other[name]('customer-7'));
      expect(one[name]('customer-7')).not.toBe(one[name]('customer-8'));
    }
    expect(one.tagOf('customer-7')).not.toBe(one.pseudonymOf('customer-7'));
    expect(one.accessLog.equals(other.accessLog)).toBe(true);
    for (const wrong of [newStoreKey('first'), newStoreKey('other')])
      await expect(keysBy(wrong)).rejects.toThrow('STORE_KEYS lacks the key of this database.');
  },
);
