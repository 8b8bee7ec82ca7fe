/** Fresh keys for one server under test, in the format of its environment. */
import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { generateSigningKeys } from '../../server/api/tokens/signing-keys.ts';
import { createEncryption, type Encryption } from '../../server/core/store/encryption.ts';

/** Creates new keys for STORE_KEYS and TOKEN_KEYS. */
export async function developmentKeys(): Promise<{ STORE_KEYS: string; TOKEN_KEYS: string }> {
  const storeKey = { kty: 'oct', kid: 'seal-1', k: randomBytes(32).toString('base64url') };
  return {
    STORE_KEYS: JSON.stringify({ keys: [storeKey] }),
    TOKEN_KEYS: JSON.stringify(await generateSigningKeys()),
  };
}

/** Creates a random key for STORE_KEYS. */
export const newStoreKey = (kid: string): JWK => ({
  kty: 'oct',
  kid,
  k: randomBytes(32).toString('base64url'),
});
/** Creates an encryption under a fresh key. */
export const newEncryption = (): Encryption => createEncryption([newStoreKey('test')]);
