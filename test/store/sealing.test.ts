/** Bodies are sealed at rest, under a key that can be rotated. */
import { decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { createSeal } from '../../server/store/sealing.ts';
import { newSeal, newStoreKey } from './sealed.ts';

const value = { name: 'Ada Example', born: '1980-02-29', notes: ['ünïcode', null, 1.5], lone: '\ud800' };

it('gives back what was sealed', async () => {
  const seal = newSeal();
  expect(await seal.open(await seal.seal(value))).toEqual(value);
});

it('shows nothing of what is inside, and seals the same value differently each time', async () => {
  const seal = newSeal();
  const [one, two] = [await seal.seal(value), await seal.seal(value)];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('Example');
  expect(decodeProtectedHeader(one)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'test' });
});

it('seals under the first key and opens under every key that is still listed', async () => {
  const [older, newer] = [newStoreKey('2026-01'), newStoreKey('2026-02')];
  const before = await createSeal([older]).seal(value);
  const rotated = createSeal([newer, older]);
  expect(await rotated.open(before)).toEqual(value);
  const after = await rotated.seal(value);
  expect(decodeProtectedHeader(after).kid).toBe('2026-02');
  await expect(createSeal([older]).open(after)).rejects.toThrow('no longer among the store keys');
});

it('opens nothing that was changed or sealed under another key of the same name', async () => {
  const seal = newSeal();
  const text = await seal.seal(value);
  const parts = text.split('.');
  const cipher = parts[3] ?? '';
  parts[3] = (cipher.startsWith('A') ? 'B' : 'A') + cipher.slice(1);
  await expect(seal.open(parts.join('.'))).rejects.toThrow();
  await expect(newSeal().open(text)).rejects.toThrow();
});

it('takes no token that chose its own algorithm', async () => {
  const { CompactEncrypt } = await import('jose');
  const key = newStoreKey('test');
  const forged = await new CompactEncrypt(new TextEncoder().encode('"x"'))
    .setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM', kid: 'test' })
    .encrypt(Buffer.from(String(key.k), 'base64url'));
  await expect(createSeal([key]).open(forged)).rejects.toThrow();
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

it('opens no part of a document that was changed anywhere', () => {
  const seal = newSeal();
  const sealed = seal.sealBytes(Buffer.from('%PDF-1.7'));
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => seal.openBytes(changed)).toThrow();
  }
});
