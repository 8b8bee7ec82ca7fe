/** Fresh keys for one server under test, in the format of its environment. */
import { randomBytes } from 'node:crypto';
import { generateSigningKeys } from '../../server/tokens/generate-signing-keys.ts';

/** Creates new keys for STORE_KEYS and TOKEN_KEYS. */
export async function developmentKeys(): Promise<{ STORE_KEYS: string; TOKEN_KEYS: string }> {
  const storeKey = { kty: 'oct', kid: 'seal-1', k: randomBytes(32).toString('base64url') };
  return {
    STORE_KEYS: JSON.stringify({ keys: [storeKey] }),
    TOKEN_KEYS: JSON.stringify(await generateSigningKeys()),
  };
}
