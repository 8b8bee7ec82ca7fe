/**
 * Creates a new private JWKS for TOKEN_KEYS. As a program it prints the set: `node
 * server/tokens/generate-signing-keys.ts`.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { signingAlgorithm } from './signing-keys.ts';

/** Creates a private JWKS with one new ES256 key, whose id is its thumbprint. */
export async function generateSigningKeys(): Promise<{ keys: JWK[] }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  return { keys: [{ ...key, kid, alg: signingAlgorithm, use: 'sig' }] };
}

if (import.meta.main) console.log(JSON.stringify(await generateSigningKeys()));
