/** A partner can copy each example's folder, so shared files are identical copies in both. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const read = (example: string, name: string) =>
  readFile(new URL(`../../examples/${example}/${name}`, import.meta.url), 'utf8');

it.each([
  'bearer.ts',
  'form.ts',
  'local-path.ts',
  'own-page.ts',
  'sign-out-everywhere.ts',
  'subject-tokens.ts',
])('has the same %s in both examples', async (name) => {
  expect(await read('co-branded', name)).toBe(await read('full-api', name));
});
