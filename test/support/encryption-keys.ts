/** Keys and encryption for tests. */
import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { createEncryption, type Encryption } from '../../server/store/encryption.ts';

/** Creates a random key for STORE_KEYS. */
export const newStoreKey = (kid: string): JWK => ({
  kty: 'oct',
  kid,
  k: randomBytes(32).toString('base64url'),
});
/** Creates an encryption under a fresh key. */
export const newEncryption = (): Encryption => createEncryption([newStoreKey('test')]);
