/** What a server must verify at least: its token once, and the proof of each request (RFC 9449). It checks nothing else. */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { derOf } from '../../server/tokens/proof-signature.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url');
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** Keys of the pages, by the head of their proofs. */
const pageKeys = new Map<string, KeyObject>();
/** The head that each verified token is bound to. */
const verified = new Map<string, string>();

function split(token: string): { head: string; claims: string; text: string; signature: Buffer } {
  const [head = '', claims = '', signature = ''] = token.split('.');
  return { head, claims, text: `${head}.${claims}`, signature: Buffer.from(signature, 'base64url') };
}

/** In the faster form, as the server does. */
const isSigned = (text: string, key: KeyObject, signature: Buffer) =>
  verify('sha256', Buffer.from(text), key, derOf(signature));

function verifyProof(request: IncomingMessage): { head: string; claims: Record<string, unknown> } {
  const { head, claims, text, signature } = split(String(request.headers.dpop));
  let key = pageKeys.get(head);
  if (!key) {
    key = createPublicKey({ key: decoded(head).jwk, format: 'jwk' });
    pageKeys.set(head, key);
  }
  if (!isSigned(text, key, signature)) throw new Error('a proof is not signed by its key');
  return { head, claims: decoded(claims) };
}

/** @throws Error if the token or the proof does not hold */
export function verifyRequest(request: IncomingMessage): void {
  const { head, claims } = verifyProof(request);
  const token = String(request.headers.authorization).slice('DPoP '.length);
  if (!verified.has(token)) {
    const { text, claims: own, signature } = split(token);
    if (!isSigned(text, publicKey, signature)) throw new Error('a token is not ours');
    verified.set(token, decoded(own).head);
  }
  if (verified.get(token) !== head || claims.ath !== hashed(token) || claims.htm !== request.method)
    throw new Error('a proof is of another request');
}

/** @returns the body of the response of a token exchange: a token bound to the key of the proof */
export function issueToken(request: IncomingMessage): string {
  const { head } = verifyProof(request);
  const text = `${encoded({ alg: 'ES256' })}.${encoded({ head })}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const token = `${text}.${signature.toString('base64url')}`;
  return JSON.stringify({ access_token: token, token_type: 'DPoP', expires_in: 600 });
}
