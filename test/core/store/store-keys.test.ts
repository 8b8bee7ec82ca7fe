/** The store keys: the first one encrypts, and every one decrypts. */
import { describe, expect, it } from 'vitest';
import { createEncryption } from '../../../server/core/store/encryption.ts';
import { openServerKeys } from '../../../server/core/store/server-keys.ts';
import { createStoreKeys, StoreKeyMissing } from '../../../server/core/store/store-keys.ts';
import { newStoreKey } from '../../support/keys.ts';
import { newTestStore, storeKinds } from '../../support/test-stores.ts';

const value = Buffer.from(JSON.stringify({ name: 'Ada Example', notes: ['ünïcode', null, 1.5] }));
const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];

it('returns what was encrypted', () => {
  const keys = createStoreKeys([newer]);
  expect(keys.decrypt(keys.encrypt(value)).equals(value)).toBe(true);
  expect(keys.decrypt(keys.encrypt(value, 'here'), 'here').equals(value)).toBe(true);
});

it('shows nothing of the plaintext, and encrypts the same value differently each time', () => {
  const keys = createStoreKeys([newer]);
  const [one, two] = [keys.encrypt(value), keys.encrypt(value)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('Example')).toBe(false);
});

it('encrypts under the first key and decrypts under every key that is still listed', () => {
  const before = createStoreKeys([older]).encrypt(value);
  const rotated = createStoreKeys([newer, older]);
  expect(rotated.decrypt(before).equals(value)).toBe(true);
  const after = rotated.encrypt(value);
  expect(createStoreKeys([newer]).decrypt(after).equals(value)).toBe(true);
  expect(() => createStoreKeys([older]).decrypt(after)).toThrow(StoreKeyMissing);
});

it('decrypts nothing that was changed anywhere, cut short, moved, or encrypted under another key of the same name', () => {
  const keys = createStoreKeys([newer]);
  const encrypted = keys.encrypt(Buffer.from('%PDF-1.7'), 'here');
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => keys.decrypt(changed, 'here')).toThrow();
    expect(() => keys.decrypt(encrypted.subarray(0, at), 'here')).toThrow();
  }
  expect(() => keys.decrypt(encrypted, 'there')).toThrow();
  expect(() => keys.decrypt(encrypted)).toThrow();
  expect(() => createStoreKeys([newStoreKey('2026-02')]).decrypt(encrypted, 'here')).toThrow();
});

describe('The hashes that name customers between processes', () => {
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
});
