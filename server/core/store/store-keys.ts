/** The operator's keys, `STORE_KEYS`: the first one encrypts, every one decrypts. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { decryptBytes, encryptBytes } from './aes-gcm.ts';

/** The keys of `STORE_KEYS`, ready for use. */
export interface StoreKeys {
  /** The id of the key that encrypts. */
  kid: string;
  /** Whether a key of this id is configured. */
  hasKey(kid: string): boolean;
  /** Encrypts under the first key. @param context what the value is bound to. @default nothing */
  encrypt(bytes: Uint8Array, context?: string): Buffer;
  /** Decrypts a value. @throws StoreKeyMissing if none of the keys decrypts it, or it was bound to something else */
  decrypt(encrypted: Uint8Array, context?: string): Buffer;
}

/** No key of STORE_KEYS decrypts a value. The message is a sentence for the operator. */
export class StoreKeyMissing extends Error {
  constructor(options?: ErrorOptions) {
    super('STORE_KEYS lacks the key of this database. Add the key that encrypted it.', options);
  }
}

/**
 * Creates the keys. An encrypted value is: the length of the kid in one byte, the kid, the nonce, the tag, the
 * ciphertext.
 * @param keys symmetric keys of 256 bits; `k` is base64url
 * @throws Error if no key is given, or the first has no usable kid
 */
export function createStoreKeys(keys: readonly JWK[]): StoreKeys {
  const secrets = new Map(
    keys.map(({ kid, k }) => [kid, createSecretKey(Buffer.from(`${k}`, 'base64url'))] as const),
  );
  const { kid = '' } = keys[0] ?? {};
  if (kid === '') throw new Error('encryption needs a key with a kid');
  const name = Buffer.from(kid);
  if (name.length > 255) throw new Error('the kid of a store key has at most 255 bytes');
  const head = Buffer.concat([Buffer.from([name.length]), name]);

  function secretOf(kid: string): KeyObject {
    const secret = secrets.get(kid);
    if (!secret) throw new StoreKeyMissing();
    return secret;
  }

  return {
    kid,
    hasKey: (kid) => secrets.has(kid),
    encrypt: (bytes, context = '') => encryptBytes(secretOf(kid), head, Buffer.from(context), bytes),
    decrypt(encrypted, context = '') {
      const whole = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      const secret = secretOf(kidOf(whole));
      try {
        return decryptBytes(secret, headBytes(whole), Buffer.from(context), whole);
      } catch (cause) {
        throw new StoreKeyMissing({ cause });
      }
    },
  };
}

const headBytes = (encrypted: Uint8Array) => 1 + (encrypted[0] ?? 0);

/**
 * Reads the id of the key that encrypted a value.
 * @param encrypted made by `StoreKeys.encrypt`
 */
export const kidOf = (encrypted: Uint8Array) =>
  Buffer.from(encrypted.subarray(1, headBytes(encrypted))).toString();
