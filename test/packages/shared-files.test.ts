/** The files that the elements of the npm package share: which of them bring Lit. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const lit = '_$litType$';

/** The text of a file of the package and of all that it imports statically. */
async function withImports(name: string, found = new Map<string, string>()): Promise<Map<string, string>> {
  if (found.has(name)) return found;
  const text = await readFile(`widget/dist/elements/${name}`, 'utf8');
  found.set(name, text);
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
    await withImports(next, found);
  return found;
}

it.each([
  ['client.js', false],
  ['handoff.js', false],
  ['booking.js', true],
  ['appointments.js', true],
  ['physician-order.js', true],
])('%s brings Lit: %s', async (entry, expected) => {
  const files = await withImports(entry);
  expect(files.size).toBeGreaterThan(1);
  expect([...files.values()].some((text) => text.includes(lit))).toBe(expected);
});
