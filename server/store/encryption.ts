/**
 * What a customer told us is sealed before it is stored, with AES-256-GCM under the first key; every key still opens.
 *
 * Node's own cipher: for rows of a kilobyte the way to WebCrypto's threads and back takes ten times what the cipher does.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { detachBuffer } from './detach-buffer.ts';
import { paddedJson } from './padding.ts';

export interface Encryption {
  /** Of the key that seals. */
  kid: string;
  /** Whether there is a key of that name. */
  hasKey(kid: string): boolean;
  /**
   * Encrypts any JSON value, padded so that its length does not show what it holds (padding.ts).
   * @param leastBytes the padded plaintext is never smaller. @default 0
   * @returns base64url for a column
   */
  encrypt(value: unknown, leastBytes?: number): string;
  /** The caller knows what it sealed. @throws where none of the keys opens it */
  decrypt<T>(text: string): T;
  encryptBytes(bytes: Uint8Array): Buffer;
  /** @throws where none of the keys opens them */
  decryptBytes(sealed: Uint8Array): Buffer;
}

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Sealed is: the length of the kid in one byte; the kid, which is bound to what follows; the nonce, the tag, the content. */
export function createEncryption(keys: JWK[]): Encryption {
  const secrets = new Map(
    keys.map(({ kid, k }) => [kid, createSecretKey(Buffer.from(`${k}`, 'base64url'))] as const),
  );
  const { kid = '' } = keys[0] ?? {};
  if (kid === '') throw new Error('sealing needs a key with a kid');
  const name = Buffer.from(kid);
  if (name.length > 255) throw new Error('the kid of a sealing key has at most 255 bytes');
  const head = Buffer.concat([Buffer.from([name.length]), name]);

  function secretOf(kid: string): KeyObject {
    const secret = secrets.get(kid);
    if (!secret) throw new Error('sealed under a key that is no longer among the store keys');
    return secret;
  }

  function encryptBytes(bytes: Uint8Array): Buffer {
    const iv = randomBytes(ivBytes);
    const run = createCipheriv(cipher, secretOf(kid), iv).setAAD(head);
    const content = run.update(bytes);
    run.final();
    const sealed = Buffer.concat([head, iv, run.getAuthTag(), content]);
    detachBuffer(content);
    return sealed;
  }

  function decryptBytes(sealed: Uint8Array): Buffer {
    const whole = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const ivAt = headBytes(whole);
    const tagAt = ivAt + ivBytes;
    const contentAt = tagAt + tagBytes;
    const iv = whole.subarray(ivAt, tagAt);
    const run = createDecipheriv(cipher, secretOf(kidOf(whole)), iv, {
      authTagLength: tagBytes,
    });
    run.setAAD(whole.subarray(0, ivAt)).setAuthTag(whole.subarray(tagAt, contentAt));
    const bytes = run.update(whole.subarray(contentAt));
    run.final();
    return bytes;
  }

  return {
    kid,
    hasKey: (kid) => secrets.has(kid),
    encrypt: (value, leastBytes) => encryptBytes(paddedJson(value, leastBytes)).toString('base64url'),
    decrypt: <T>(text: string) => JSON.parse(decryptBytes(Buffer.from(text, 'base64url')).toString()) as T,
    encryptBytes,
    decryptBytes,
  };
}

const headBytes = (sealed: Uint8Array) => 1 + (sealed[0] ?? 0);

/** Under which key it was sealed. @param sealed at least its first 256 bytes */
export const kidOf = (sealed: Uint8Array) => Buffer.from(sealed.subarray(1, headBytes(sealed))).toString();
