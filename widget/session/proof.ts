/**
 * Proof of possession (RFC 9449): a key that cannot leave the browser, and a signed JWT for each request. It supports
 * only ES256, so it is smaller than a library for every algorithm.
 */
import { jsonText } from './json-text.ts';
import type { WebCrypto } from './platform.ts';

const keys = { name: 'ECDSA', namedCurve: 'P-256' };
const digest = 'SHA-256';

/** @returns a key pair whose private key cannot be exported */
export const createKeys = ({ subtle }: WebCrypto): Promise<CryptoKeyPair> =>
  subtle.generateKey(keys, false, ['sign', 'verify']);

/** The request to prove. `token` is the widget token, if there is one. */
export interface Call {
  method: string;
  url: string;
  nonce?: string | undefined;
  token?: string | undefined;
}

/** @returns the DPoP proof of one request, a JWT */
export async function prove(
  crypto: WebCrypto,
  { privateKey, publicKey }: CryptoKeyPair,
  call: Call,
): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const { origin, pathname } = new URL(call.url);
  const claims = {
    jti: crypto.randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    htm: call.method,
    htu: origin + pathname,
    nonce: call.nonce,
    ath: call.token && base64url(await crypto.subtle.digest(digest, bytes(call.token))),
  };
  const note = `${json({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } })}.${json(claims)}`;
  const signature = await crypto.subtle.sign({ ...keys, hash: digest }, privateKey, bytes(note));
  return `${note}.${base64url(signature)}`;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const json = (value: object) => base64url(bytes(jsonText(value)));

function base64url(data: ArrayBuffer | Uint8Array): string {
  const text = String.fromCharCode(...new Uint8Array(data));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
