/** The source maps of the widget's scripts, which an error monitor reads. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from '@jridgewell/sourcemap-codec';
import { expect, it } from 'vitest';
import { root } from './install-packages.ts';

const built = join(root, 'widget/dist/cdn');

it('leads from a minified function to its name and its line, and names no variable', async () => {
  const script = (await readFile(join(built, 'client.js'), 'utf8')).split('\n');
  const map = JSON.parse(await readFile(join(built, 'client.js.map'), 'utf8'));
  const segments = decode(map.mappings).flatMap((line, index) =>
    line.map((segment) => ({ segment, text: script[index] ?? '' })),
  );
  const named = segments.filter(({ segment }) => segment.length === 5 && map.names[segment[4]] === 'errorOf');
  // One of the session, and one of the client.
  expect(named).toHaveLength(2);
  for (const { segment, text } of named) {
    const [column, source = 0, line = 0] = segment;
    expect(text.slice(0, column)).toMatch(/function\s*\*?\s*$/);
    const path = join(built, map.sources[source]).replace(/\?.*/, '');
    expect((await readFile(path, 'utf8')).split('\n')[line]).toContain('function errorOf(');
  }
  // Parameters of `errorOf` and of many others.
  for (const variable of ['response', 'status', 'problem', 'signal'])
    expect(map.names).not.toContain(variable);
  expect(segments.length).toBeGreaterThan(20 * map.names.length);
});
