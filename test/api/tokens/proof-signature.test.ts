/** Signatures of proofs: whatever the bytes of their two numbers are. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { readProof } from '../../../server/api/tokens/proof-signature.ts';

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const head = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) });

/** Signs proofs until one of them has a signature of this form. */
function signedSoThat(holds: (signature: Buffer) => boolean) {
  for (let jti = 0; ; jti += 1) {
    const text = `${head}.${encoded({ jti })}`;
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    if (holds(signature)) return { jti, text, signature };
  }
}

const proofOf = ({ text, signature }: { text: string; signature: Buffer }) =>
  `${text}.${signature.toString('base64url')}`;
const byte = (signature: Buffer, at: number) => signature[at] ?? 0;

it.each<[name: string, holds: (signature: Buffer) => boolean]>([
  ['with small numbers', (signature) => byte(signature, 0) < 0x80 && byte(signature, 32) < 0x80],
  ['with large numbers', (signature) => byte(signature, 0) >= 0x80 && byte(signature, 32) >= 0x80],
  ['whose first number begins with zeros', (signature) => byte(signature, 0) === 0],
  ['whose second number begins with zeros', (signature) => byte(signature, 32) === 0],
  [
    'whose number has its sign bit behind zeros',
    (signature) => byte(signature, 0) === 0 && byte(signature, 1) >= 0x80,
  ],
])('accepts a signature %s', (_name, holds) => {
  const signed = signedSoThat(holds);

  expect(readProof(proofOf(signed), undefined).claims).toEqual({ jti: signed.jti });
});

it.each<[name: string, change: (signature: Buffer) => void]>([
  ['with a changed first number', (signature) => signature.writeUInt8(byte(signature, 31) ^ 1, 31)],
  ['with a changed second number', (signature) => signature.writeUInt8(byte(signature, 63) ^ 1, 63)],
  ['with a first number of zero', (signature) => signature.fill(0, 0, 32)],
  ['with a second number of zero', (signature) => signature.fill(0, 32)],
  ['of zeros', (signature) => signature.fill(0)],
  ['of the largest numbers', (signature) => signature.fill(0xff)],
])('refuses a signature %s', (_name, change) => {
  const signed = signedSoThat(() => true);
  change(signed.signature);

  expect(() => readProof(proofOf(signed), undefined)).toThrow('the signature is not by this key');
});
