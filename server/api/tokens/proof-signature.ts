/**
 * Reads a proof and verifies its signature by the key in its header (RFC 7515 5.2), in the thread of the request: a
 * verification takes less time there than WebCrypto takes to pass it to another thread and back.
 */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Asymmetric algorithms with small keys, which WebCrypto in browsers can create as non-extractable keys. */
export const proofAlgorithms = ['ES256', 'Ed25519'];

/** Header, claims and signature in base64url; both algorithms sign with 64 bytes. */
const compactForm = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;

/** The 32 bytes of a coordinate in base64url. */
const coordinate = z.string().regex(/^[\w-]{43}$/);
/** No extension is understood, so a proof that requires one is refused (RFC 7515 4.1.11). */
const common = { typ: z.literal('dpop+jwt'), crit: z.undefined().optional() };

/** The header of a proof. Its key has the required members only; a private or symmetric key has others. */
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

/** The signing key in the header of a proof. */
interface Signer {
  /** RFC 7638 thumbprint of the key. */
  jkt: string;
  key: KeyObject;
  digest: 'sha256' | null;
}

/** By the header, which is the same for all proofs of a page. Importing the key takes a third of the time of a verification. */
const signers = new LRUCache<string, Signer>({ max: 1000, memoMethod: readSigner });

/** @throws Error if the header has no valid key or requires an extension */
function readSigner(header: string): Signer {
  const { alg, jwk } = headerOfProof.parse(decoded(header));
  return {
    // The members in the order of their names, as the schema lists them.
    jkt: hash('sha256', JSON.stringify(jwk), 'base64url'),
    key: createPublicKey({ key: jwk, format: 'jwk' }),
    digest: alg === 'ES256' ? 'sha256' : null,
  };
}

/** The claims of a proof, and the RFC 7638 thumbprint of the key that signed it. */
export interface SignedProof {
  claims: unknown;
  jkt: string;
}

/**
 * Reads a proof and verifies its signature.
 * @param boundTo the thumbprint that its key must have, if one is known
 * @throws Error for a text that is no proof, for another key, and for another signature
 */
export function readProof(text: string, boundTo: string | undefined): SignedProof {
  const [, header = '', claims = '', signature = ''] = compactForm.exec(text) ?? [];
  const { jkt, key, digest } = signers.memo(header);
  if (boundTo !== undefined && jkt !== boundTo) throw new Error('the token is bound to another key');
  const signed = Buffer.from(`${header}.${claims}`);
  const isSigned = verify(
    digest,
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is not by this key');
  return { claims: decoded(claims), jkt };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws SyntaxError if it is not JSON; TypeError if it is not UTF-8 */
const decoded = (part: string): unknown => JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
