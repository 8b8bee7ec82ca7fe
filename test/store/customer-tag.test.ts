/** The tags that name customers in messages between processes. */
import { expect, it } from 'vitest';
import { createCustomerTag } from '../../server/store/customer-tag.ts';
import { createEncryption } from '../../server/store/encryption.ts';
import { newStoreKey } from '../support/encryption-keys.ts';
import { newTestStore, storeKinds } from '../support/test-stores.ts';

it.each(storeKinds)(
  'are the same at every process of a database on %s, and need the keys of the database',
  async (kind) => {
    const store = await newTestStore(kind);
    const key = newStoreKey('first');
    const tagBy = (...keys: (typeof key)[]) => createCustomerTag(createEncryption(keys).customerKeys, store);
    const [one, other] = [await tagBy(key), await tagBy(newStoreKey('next'), key)];
    expect(one('customer-7')).toBe(other('customer-7'));
    expect(one('customer-7')).not.toBe(one('customer-8'));
    for (const wrong of [newStoreKey('first'), newStoreKey('other')])
      await expect(tagBy(wrong)).rejects.toThrow('STORE_KEYS lacks the key of this database.');
  },
);
