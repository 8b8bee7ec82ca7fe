/**
 * AES-256-GCM with a random nonce. It uses Node's own cipher: for a small row, WebCrypto's switch of threads takes longer
 * than the cipher.
 */
import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';
import { detachBuffer } from './detach-buffer.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Random bytes for the next nonces, drawn together: a draw takes longer than the encryption of a row. */
const drawn = Buffer.alloc(nonceBytes * 256);
let drawnAt = drawn.length;

/** @returns a nonce that is used once; valid until the next call of this function */
function newNonce(): Buffer {
  if (drawnAt === drawn.length) {
    randomFillSync(drawn);
    drawnAt = 0;
  }
  drawnAt += nonceBytes;
  return drawn.subarray(drawnAt - nonceBytes, drawnAt);
}

/**
 * Encrypts bytes.
 * @param secret a key of 256 bits
 * @param head bytes that stay in clear and are authenticated
 * @param context must be the same to decrypt; it is not part of the result
 * @returns `head` in clear, then the nonce, the tag and the ciphertext
 */
export function encryptBytes(
  secret: KeyObject,
  head: Uint8Array,
  context: Uint8Array,
  bytes: Uint8Array,
): Buffer {
  const nonce = newNonce();
  const run = createCipheriv(cipher, secret, nonce).setAAD(Buffer.concat([head, context]));
  const content = run.update(bytes);
  run.final();
  const encrypted = Buffer.concat([head, nonce, run.getAuthTag(), content]);
  detachBuffer(content);
  return encrypted;
}

/**
 * Decrypts bytes.
 * @param headBytes how many bytes of `encrypted` are its head
 * @throws Error if a part of it, its head or the context was changed, or the secret is another one
 */
export function decryptBytes(
  secret: KeyObject,
  headBytes: number,
  context: Uint8Array,
  encrypted: Buffer,
): Buffer {
  const tagAt = headBytes + nonceBytes;
  const contentAt = tagAt + tagBytes;
  const nonce = encrypted.subarray(headBytes, tagAt);
  const run = createDecipheriv(cipher, secret, nonce, { authTagLength: tagBytes });
  run.setAAD(Buffer.concat([encrypted.subarray(0, headBytes), context]));
  run.setAuthTag(encrypted.subarray(tagAt, contentAt));
  const bytes = run.update(encrypted.subarray(contentAt));
  run.final();
  return bytes;
}
