/**
 * The keys of operators. ADMIN_KEYS holds their hashes: a key has 256 random bits, so nobody can guess it from its
 * hash.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** An operator, and the hash of the operator's key. */
export interface OperatorKey {
  name: string;
  /** SHA-256 of the key. */
  hash: Buffer;
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

/**
 * Creates a random key for an operator.
 * @param name not checked here (`operatorKeys` in config/kinds.ts)
 * @returns the key, which is stored nowhere, and its entry of ADMIN_KEYS: `NAME:HASH` with the SHA-256 in hexadecimal
 */
export function newOperatorKey(name: string): { key: string; entry: string } {
  const key = `dxa_${randomBytes(32).toString('base64url')}`;
  return { key, entry: `${name}:${hashOf(key).toString('hex')}` };
}

/** Finds the operator of a key, in constant time for every key. @returns the name; null for an unknown key */
export function operatorOf(keys: readonly OperatorKey[], key: string): string | null {
  const hash = hashOf(key);
  const [found] = keys.filter((each) => timingSafeEqual(each.hash, hash));
  return found?.name ?? null;
}
