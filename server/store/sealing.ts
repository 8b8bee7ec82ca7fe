/**
 * What a customer told us is sealed before it is stored, with A256GCM under the first key; every key still opens. Values
 * become text, as JWE (RFC 7516); the parts of documents stay bytes, since text of their size would weigh on the process.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, importJWK, type JWK } from 'jose';
import { giveBack } from './give-back.ts';

export interface Seal {
  seal(value: unknown): Promise<string>;
  /** The caller knows what it sealed; a text that none of the keys opens throws. */
  open<T>(text: string): Promise<T>;
  sealBytes(bytes: Uint8Array): Buffer;
  /** @throws where none of the keys opens them */
  openBytes(sealed: Uint8Array): Buffer;
}

const unknownKey = () => new Error('sealed under a key that is no longer among the store keys');

export function createSeal(keys: JWK[]): Seal {
  const [first] = keys;
  const kid = first?.kid;
  if (!first || !kid) throw new Error('sealing needs a key with a kid');
  const imported = new Map(keys.map((key) => [key.kid, importJWK(key, 'A256GCM')]));

  return {
    async seal(value) {
      return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .encrypt(await importJWK(first, 'A256GCM'));
    },
    async open<T>(text: string) {
      const { plaintext } = await compactDecrypt(
        text,
        async (header) => {
          const key = await imported.get(header.kid);
          if (!key) throw unknownKey();
          return key;
        },
        { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      );
      return JSON.parse(new TextDecoder().decode(plaintext)) as T;
    },
    ...byteSeal(keys, first),
  };
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The length of the kid in one byte; the kid, which is bound to what follows; the nonce, the tag, and what is sealed. */
function byteSeal(keys: JWK[], first: JWK): Pick<Seal, 'sealBytes' | 'openBytes'> {
  const secrets = new Map(keys.map(({ kid, k }) => [kid, Buffer.from(`${k}`, 'base64url')]));
  const name = Buffer.from(`${first.kid}`);
  if (name.length > 255) throw new Error('the kid of a sealing key has at most 255 bytes');
  const head = Buffer.concat([Buffer.from([name.length]), name]);

  function secretOf(kid: string | undefined): Buffer {
    const secret = secrets.get(kid);
    if (!secret) throw unknownKey();
    return secret;
  }

  return {
    sealBytes(bytes) {
      const iv = randomBytes(ivBytes);
      const run = createCipheriv(cipher, secretOf(first.kid), iv).setAAD(head);
      const content = run.update(bytes);
      run.final();
      const sealed = Buffer.concat([head, iv, run.getAuthTag(), content]);
      giveBack(content);
      return sealed;
    },
    openBytes(sealed) {
      const whole = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const ivAt = 1 + (whole[0] ?? 0);
      const tagAt = ivAt + ivBytes;
      const contentAt = tagAt + tagBytes;
      const ivOf = whole.subarray(ivAt, tagAt);
      const run = createDecipheriv(cipher, secretOf(whole.toString('utf8', 1, ivAt)), ivOf);
      run.setAAD(whole.subarray(0, ivAt)).setAuthTag(whole.subarray(tagAt, contentAt));
      const bytes = run.update(whole.subarray(contentAt));
      run.final();
      return bytes;
    },
  };
}
