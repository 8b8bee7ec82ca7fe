/**
 * Reads a proof and verifies its signature by the key in its header (RFC 7515 5.2), in the thread of the request: a
 * verification takes less time there than WebCrypto takes to pass it to another thread and back.
 */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** Asymmetric algorithms with small keys, which WebCrypto in browsers can create as non-extractable keys. */
export const proofAlgorithms = ['ES256', 'Ed25519'];

/** How many headers of verified proofs are cached, of at most 2 kB each; each until it is idle for a while. */
const cachedKeys = 1000;
const cachedKeyMs = 10 * 60_000;

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

/** What a proof says, and the RFC 7638 thumbprint of the key that signed it. */
export interface SignedProof {
  claims: unknown;
  jkt: string;
}

/** The key of a header, and how it signs. */
interface Signer {
  jkt: string;
  key: KeyObject;
  digest: 'sha256' | null;
}

/**
 * Creates the reader of proofs. A page sends the same header with each proof until it closes, so its key is cached.
 * @returns reads a proof; `boundTo` is the thumbprint that its key must have, if one is known. It throws for a text
 *   that is no proof, for another key, and for another signature
 */
export function createProofReader(): (text: string, boundTo: string | undefined) => SignedProof {
  const signers = new LRUCache<string, Signer>({ max: cachedKeys, ttl: cachedKeyMs, updateAgeOnGet: true });

  return (text, boundTo) => {
    const [, header = '', claims = '', signature = ''] = compactForm.exec(text) ?? [];
    const known = signers.get(header);
    const signer = known ?? readSigner(header, boundTo);
    const { jkt, key, digest } = signer;
    if (boundTo !== undefined && jkt !== boundTo) throw anotherKey();
    const signed = Buffer.from(`${header}.${claims}`);
    const bytes = Buffer.from(signature, 'base64url');
    if (!verify(digest, signed, key, digest === null ? bytes : derOf(bytes)))
      throw new Error('the signature is not by this key');
    if (!known) signers.set(header, signer);
    return { claims: decoded(claims), jkt };
  };
}

/**
 * Makes the DER form of an ES256 signature: a sequence of two integers. Node verifies it with the key as it is. The
 * form of a JWS needs an object of options, and the verification then takes half as long again.
 * @param signature the 64 bytes of a JWS
 */
export function derOf(signature: Buffer): Buffer {
  const half = signature.length / 2;
  const integers = [derInteger(signature.subarray(0, half)), derInteger(signature.subarray(half))];
  const content = Buffer.concat(integers);
  return Buffer.concat([Buffer.of(0x30, content.length), content]);
}

/** Without leading zeros, except for one before a set sign bit. */
function derInteger(bytes: Buffer): Buffer {
  const begin = bytes.findIndex((byte) => byte !== 0);
  const digits = begin === -1 ? Buffer.of(0) : bytes.subarray(begin);
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : [];
  return Buffer.concat([Buffer.of(0x02, digits.length + sign.length, ...sign), digits]);
}

const anotherKey = () => new Error('the token is bound to another key');

function readSigner(header: string, boundTo: string | undefined): Signer {
  const { alg, jwk } = headerOfProof.parse(decoded(header));
  // The members in the order of their names, as the schema lists them.
  const jkt = hash('sha256', JSON.stringify(jwk), 'base64url');
  // This check is cheaper than importing an unknown key.
  if (boundTo !== undefined && jkt !== boundTo) throw anotherKey();
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return { jkt, key, digest: alg === 'ES256' ? 'sha256' : null };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws SyntaxError if it is not JSON; TypeError if it is not UTF-8 */
const decoded = (part: string): unknown => JSON.parse(utf8.decode(Buffer.from(part, 'base64url')));
