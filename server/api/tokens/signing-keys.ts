/**
 * The signing keys of the widget tokens (AUTH-13): the first signs, all are published and accepted.
 *
 * To rotate without refusing a token: append a new key and deploy everywhere; move it to the front and deploy; remove
 * the old key after one token lifetime. Processes at neighbouring steps accept each other's tokens.
 */
import { hkdfSync } from 'node:crypto';
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import { type SigningKey, signingAlgorithm, signingKey } from '../../config/kinds.ts';

/** The signing keys, ready for use. */
export interface SigningKeys {
  /** The private key that signs, with its id. */
  signer: SigningKey;
  /** The public keys, for /jwks.json. */
  published: { keys: JWK[] };
  /** Finds the public key of a token, for jose. */
  resolve: JWTVerifyGetKey;
  /** One secret per key for the nonces of proofs; the same in every process that has the same keys. */
  nonceSecrets: readonly Uint8Array[];
}

/** Prepares TOKEN_KEYS. @throws Error if there is no key */
export function prepareSigningKeys(keys: readonly SigningKey[]): SigningKeys {
  const [signer] = keys;
  if (!signer) throw new Error('a signing key is required');
  const published = { keys: keys.map(({ d: _private, ...shown }) => shown) };
  return {
    signer,
    published,
    resolve: createLocalJWKSet(published),
    nonceSecrets: keys.map(
      ({ d }) => new Uint8Array(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'dpop nonce', 32)),
    ),
  };
}

/**
 * Creates a private JWKS for TOKEN_KEYS with one new ES256 key, whose id is its thumbprint.
 * `dx-booking keys generate TOKEN_KEYS` prints one.
 */
export async function generateSigningKeys(): Promise<{ keys: SigningKey[] }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  return { keys: [signingKey.parse({ ...key, kid })] };
}
