/** Bodies are sealed at rest, under a key that can be rotated. */
import { expect, it } from 'vitest';
import { createEncryption } from '../../server/store/encryption.ts';
import { newEncryption, newStoreKey } from '../support/encryption-keys.ts';

const value = { name: 'Ada Example', born: '1980-02-29', notes: ['ünïcode', null, 1.5], lone: '\ud800' };

it('gives back what was sealed', () => {
  const encryption = newEncryption();
  expect(encryption.decrypt(encryption.encrypt(value))).toEqual(value);
});

it('shows nothing of what is inside, and seals the same value differently each time', () => {
  const encryption = newEncryption();
  const [one, two] = [encryption.encrypt(value), encryption.encrypt(value)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('Example');
});

it('seals under the first key and opens under every key that is still listed', () => {
  const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];
  const before = createEncryption([older]).encrypt(value);
  const rotated = createEncryption([newer, older]);
  expect(rotated.decrypt(before)).toEqual(value);
  const after = rotated.encrypt(value);
  expect(createEncryption([newer]).decrypt(after)).toEqual(value);
  expect(() => createEncryption([older]).decrypt(after)).toThrow('no longer among the store keys');
});

it('opens nothing that was changed anywhere, cut short, or sealed under another key of the same name', () => {
  const encryption = newEncryption();
  const sealed = encryption.encrypt('%PDF-1.7');
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => encryption.decrypt(changed.toString('base64url'))).toThrow();
    expect(() => encryption.decrypt(bytes.subarray(0, at).toString('base64url'))).toThrow();
  }
  expect(() => newEncryption().decrypt(sealed)).toThrow();
});

it('keeps the parts of a document as bytes, sealed differently each time, and opens them under every listed key', () => {
  const part = Buffer.from('%PDF-1.7 of Ada Example');
  const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];
  const encryption = createEncryption([older]);
  const sealed = encryption.encryptBytes(part);
  expect(sealed.includes('Example')).toBe(false);
  expect(sealed.equals(encryption.encryptBytes(part))).toBe(false);
  expect(createEncryption([newer, older]).decryptBytes(sealed).equals(part)).toBe(true);
  expect(() => createEncryption([newer]).decryptBytes(sealed)).toThrow('no longer among the store keys');
});
