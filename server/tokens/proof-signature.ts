/**
 * Reads a proof and verifies its signature by the key in its header (RFC 7515 5.2), in the thread of the request: a
 * verification takes less time there than WebCrypto takes to pass it to another thread and back.
 */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Asymmetric algorithms with small keys, which WebCrypto in browsers can create as non-extractable keys. */
export const proofAlgorithms = ['ES256', 'Ed25519'];

/** How many imported keys of verified proofs are cached; each until it is idle for a while. */
const cachedKeys = 1000;
const cachedKeyMs = 10 * 60_000;

/** Header, claims and signature in base64url; both algorithms sign with 64 bytes. */
const compactForm = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

/** The 32 bytes of a coordinate in base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/);
/** No extension is understood, so a proof that requires one is refused (RFC 7515 4.1.11). */
const common = { typ: z.literal('dpop+jwt'), crit: z.undefined().optional() };

/**
 * The header of a proof: the required members of the public key only, so that no other value from the caller is stored.
 * A private or symmetric key has other members and is refused.
 */
const headerOfProof = z.discriminatedUnion('alg', [
  z.looseObject({
    ...common,
    alg: z.literal('ES256'),
    jwk: z.strictObject({ crv: z.literal('P-256'), kty: z.literal('EC'), x: coordinate, y: coordinate }),
  }),
  z.looseObject({
    ...common,
    alg: z.literal('Ed25519'),
    jwk: z.strictObject({ crv: z.literal('Ed25519'), kty: z.literal('OKP'), x: coordinate }),
  }),
]);

/** What a proof says, and the RFC 7638 thumbprint of the key that signed it. */
export interface SignedProof {
  claims: unknown;
  jkt: string;
}

/**
 * Creates the reader of proofs. A page signs with the same key until it closes, so its imported key is cached.
 * @returns reads a proof; `boundTo` is the thumbprint that its key must have, if one is known. It throws for a text
 *   that is no proof, for another key, and for another signature
 */
export function createProofReader(): (text: string, boundTo: string | undefined) => SignedProof {
  const keys = new LRUCache<string, KeyObject>({ max: cachedKeys, ttl: cachedKeyMs });

  return (text, boundTo) => {
    const [, header = '', claims = '', signature = ''] = compactForm.exec(text) ?? [];
    const { alg, jwk } = headerOfProof.parse(decoded(header));
    // The members in the order of their names, as the schema lists them.
    const jkt = hash('sha256', JSON.stringify(jwk), 'base64url');
    // This check is cheaper than importing an unknown key.
    if (boundTo !== undefined && jkt !== boundTo) throw new Error('the token is bound to another key');
    const key = keys.get(jkt) ?? createPublicKey({ key: jwk, format: 'jwk' });
    const signed = Buffer.from(`${header}.${claims}`);
    const isSigned = verify(
      alg === 'ES256' ? 'sha256' : null,
      signed,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) throw new Error('the signature is not by this key');
    keys.set(jkt, key);
    return { claims: decoded(claims), jkt };
  };
}

/** @throws SyntaxError if it is not JSON; TypeError if it is not UTF-8 */
const decoded = (part: string): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url')));
