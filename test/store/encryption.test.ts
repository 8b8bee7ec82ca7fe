/** Bodies are sealed at rest, under a key that can be rotated. */
import { expect, it } from 'vitest';
import { createSeal } from '../../server/store/encryption.ts';
import { newSeal, newStoreKey } from '../support/encryption-keys.ts';

const value = { name: 'Ada Example', born: '1980-02-29', notes: ['ünïcode', null, 1.5], lone: '\ud800' };

it('gives back what was sealed', () => {
  const seal = newSeal();
  expect(seal.open(seal.seal(value))).toEqual(value);
});

it('shows nothing of what is inside, and seals the same value differently each time', () => {
  const seal = newSeal();
  const [one, two] = [seal.seal(value), seal.seal(value)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('Example');
});

it('seals under the first key and opens under every key that is still listed', () => {
  const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];
  const before = createSeal([older]).seal(value);
  const rotated = createSeal([newer, older]);
  expect(rotated.open(before)).toEqual(value);
  const after = rotated.seal(value);
  expect(createSeal([newer]).open(after)).toEqual(value);
  expect(() => createSeal([older]).open(after)).toThrow('no longer among the store keys');
});

it('opens nothing that was changed anywhere, cut short, or sealed under another key of the same name', () => {
  const seal = newSeal();
  const sealed = seal.seal('%PDF-1.7');
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.open(changed.toString('base64url'))).toThrow();
    expect(() => seal.open(bytes.subarray(0, at).toString('base64url'))).toThrow();
  }
  expect(() => newSeal().open(sealed)).toThrow();
});

it('keeps the parts of a document as bytes, sealed differently each time, and opens them under every listed key', () => {
  const part = Buffer.from('%PDF-1.7 of Ada Example');
  const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];
  const seal = createSeal([older]);
  const sealed = seal.sealBytes(part);
  expect(sealed.includes('Example')).toBe(false);
  expect(sealed.equals(seal.sealBytes(part))).toBe(false);
  expect(createSeal([newer, older]).openBytes(sealed).equals(part)).toBe(true);
  expect(() => createSeal([newer]).openBytes(sealed)).toThrow('no longer among the store keys');
});
