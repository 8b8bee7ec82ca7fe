/** The built widget uses no feature that Safari 16.4, Chrome 111 or Firefox 115 lack. */
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPages } from '../../examples/build-pages.ts';
import { floor, missingInScript, missingInStyles } from './browser-floor.ts';

/** Used only where a browser has it. */
const guarded = {
  'AbortSignal.any': 'widget/session/reply.ts does without',
  'CSS.registerProperty': 'widget/ui/palette.ts catches the error',
  userActivation: 'asked for by `?.`',
  getWeekInfo: 'asked for by `?.`: weeks begin on Sunday without it',
};
/** Names of our own data, and of Lit's. */
const own = ['bytes', 'capture', 'day', 'month'];
/** A browser without it shows the same content with fewer details of style. */
const decoration = {
  'light-dark': 'widget/ui/palette.ts has the light colours for it',
  'relative colours': 'widget/ui/palette.ts has a fixed colour for it',
  has: 'marks what is chosen, beside the control itself',
  'text-wrap': 'line breaks',
  'text-size-adjust': 'the size of text on a turned phone',
  'content-visibility': 'saves work on long lists',
  'contain-intrinsic-block-size': 'saves work on long lists',
  'forced-color-adjust': 'a button where the system sets all colours',
  'print-color-adjust': 'bars on paper',
  'scrollbar-width': 'a narrower scroll bar',
  'scrollbar-color': 'a scroll bar in the colours of the page',
};

let files: Map<string, string>;
beforeAll(async () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await buildPages(root, () => {});
  files = new Map();
  for await (const file of glob('widget/dist/cdn/*.js', { cwd: root }))
    files.set(file.replace(/^.*\//, ''), await readFile(root + file, 'utf8'));
}, 60_000);

const inAll = (missing: (source: string) => string[]) =>
  [...new Set([...files.values()].flatMap(missing))].sort();

describe('the built widget', () => {
  it('calls nothing that the oldest supported browsers lack', () => {
    const missing = inAll(missingInScript).filter((name) => !own.includes(name));
    expect(missing).toEqual(Object.keys(guarded).sort());
  });

  it('styles with nothing that the oldest supported browsers need', () => {
    expect(inAll(missingInStyles)).toEqual(Object.keys(decoration).sort());
  });

  it('shows a message in older browsers, in syntax that they can parse', () => {
    const old = [...files.keys()].find((name) => name.startsWith('old-browser-')) ?? '';
    for (const file of ['loader.js', old])
      expect(() => parse(files.get(file) ?? '(', { ecmaVersion: 2020, sourceType: 'module' })).not.toThrow();
  });

  it('supports what the guide says', async () => {
    const guide = await readFile(new URL('../../widget/README.md', import.meta.url), 'utf8');
    const { safari, chrome, firefox } = floor;
    expect(guide).toContain(`Safari ${safari}, Chrome ${chrome}, Firefox ${firefox} and newer`);
  });
});

describe('the search', () => {
  it.each([
    ['URL.parse(x)', ['URL.parse']],
    ['AbortSignal.any([])', ['AbortSignal.any']],
    ['Promise.withResolvers()', ['Promise.withResolvers']],
    ['new Set().union(x)', ['union']],
    ['x.ariaBusy = "true"', ['ariaBusy']],
    ['Iterator.from(x)', ['Iterator.from']],
    ['Array.fromAsync(x)', ['Array.fromAsync']],
    ['[].toSorted().findLast(x)', []],
    ['const x = { union() {} }; x.union()', []],
  ])('finds in %s what is too new', (source, missing) => {
    expect(missingInScript(source)).toEqual(missing);
  });

  it.each([
    ['a { color: light-dark(red, blue) }', ['light-dark']],
    ['a { color: oklch(from red l c h) }', ['relative colours']],
    ['a:has(b) { color: red }', ['has']],
    ['a:dir(rtl) { color: red }', ['dir']],
    ['a { &:hover { color: red } }', ['nesting']],
    ['@starting-style { a { color: red } }', ['starting-style']],
    ['a { field-sizing: content }', ['field-sizing']],
    ['@container (width > 1px) { a { color: color-mix(in srgb, red, red); inset: 1px } }', []],
  ])('finds in %s what is too new', (style, missing) => {
    expect(missingInStyles(`x\`${style}\``)).toEqual(missing);
  });
});
