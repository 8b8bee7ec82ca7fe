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
import { z } from 'zod';

/** The algorithm of widget tokens. */
export const signingAlgorithm = 'ES256';

const privateKeys = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        alg: z.literal(signingAlgorithm).default(signingAlgorithm),
        use: z.literal('sig').default('sig'),
        kid: z.string().min(1),
        x: z.string().min(1),
        y: z.string().min(1),
        d: z.string().min(1),
      }),
    )
    .min(1)
    .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length, 'each kid must be its own'),
});

/** The signing keys, ready for use. */
export interface SigningKeys {
  /** The private key that signs, with its id. */
  signer: JWK & { kid: string };
  /** The public keys, for /jwks.json. */
  published: { keys: JWK[] };
  /** Finds the public key of a token, for jose. */
  resolve: JWTVerifyGetKey;
  /** One secret per key for the nonces of proofs; the same in every process that has the same keys. */
  nonceSecrets: readonly Uint8Array[];
}

/**
 * Reads TOKEN_KEYS.
 * @param given the parsed JWKS
 * @throws Error if a key is not a private ES256 key with an id of its own, or there is no key
 */
export function readSigningKeys(given: unknown): SigningKeys {
  const read = privateKeys.safeParse(given);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the signing keys must be a JWKS of private ES256 keys (${faults.join('; ')})`);
  }
  const { keys } = read.data;
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
export async function generateSigningKeys(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  return { keys: [{ ...key, kid, alg: signingAlgorithm, use: 'sig' }] };
}
