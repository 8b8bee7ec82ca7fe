/** Keys and a seal for tests. */
import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { createEncryption, type Encryption } from '../../server/store/encryption.ts';

export const newStoreKey = (kid: string): JWK => ({
  kty: 'oct',
  kid,
  k: randomBytes(32).toString('base64url'),
});
export const newEncryption = (): Encryption => createEncryption([newStoreKey('test')]);
